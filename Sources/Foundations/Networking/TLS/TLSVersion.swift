internal import COpenSSL

/// The oldest version of TLS that a peer may speak; 1.3 is spoken wherever both sides can.
///
/// 1.0 and 1.1 are not there: RFC 8996 forbids them.
package enum TLSVersion: String, CaseIterable, Hashable, Sendable {
    /// TLS 1.2, with ephemeral keys and authenticated ciphers alone.
    case tls12 = "1.2"
    /// TLS 1.3.
    case tls13 = "1.3"

    /// The number by which OpenSSL knows the version.
    var number: Int32 {
        switch self {
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}
