/// Why a TLS connection could not be made, or cannot go on.
package enum TLSError: Error, Hashable, Sendable {
    /// The peer's certificate is not one that counts here; the reason is OpenSSL's own text, such
    /// as `certificate has expired`.
    case untrustedCertificate(reason: String)
    /// The peer's certificate is for other names than the one that was asked for.
    case wrongHost(String)
    /// The peer gave up and said why, such as `tlsv13 alert certificate required`.
    case refusedByPeer(alert: String)
    /// What the peer sent first is no TLS.
    case notTLS
    /// The peer left before the connection was made.
    case endedInHandshake
    /// The connection was not made within `ConnectionOptions.handshakeNanoseconds`, or had to give
    /// way to newer ones.
    case handshakeTimedOut
    /// The stream ended without the peer's word that it was complete: something was cut off.
    case truncated
    /// More records came without data than `TLSSession.quietRecordCountMax`.
    case tooManyQuietRecords
    /// Anything else that is wrong with what the peer sent; the reason is OpenSSL's own text.
    case failed(reason: String)
}

extension TLSError: CustomStringConvertible {
    /// What happened, in words for an operator's log.
    package var description: String {
        switch self {
        case .untrustedCertificate(let reason):
            "the certificate of the other side is refused: \(reason)"
        case .wrongHost(let host):
            "the certificate of the other side is not for '\(host)'"
        case .refusedByPeer(let alert):
            "the other side refused: \(alert)"
        case .notTLS:
            "the other side does not speak TLS here"
        case .endedInHandshake:
            "the other side hung up in the TLS handshake; perhaps it does not speak TLS here"
        case .handshakeTimedOut:
            "the TLS handshake took too long"
        case .truncated:
            "the stream was cut off"
        case .tooManyQuietRecords:
            "the other side sends records without data"
        case .failed(let reason):
            "TLS: \(reason)"
        }
    }
}
