internal import Networking

/// A version of TLS that is good enough to be spoken.
public enum SecurityVersion: String, CaseIterable, Hashable, Sendable {
    /// TLS 1.2, with ephemeral keys and authenticated ciphers alone.
    case tls12 = "1.2"
    /// TLS 1.3.
    case tls13 = "1.3"

    var tlsVersion: TLSVersion {
        switch self {
        case .tls12: .tls12
        case .tls13: .tls13
        }
    }

    /// What ALPN calls what is spoken inside.
    static let protocolName = "ttrpc"
}
