import Glibc

/// Why a connection ended.
package enum CloseReason: Hashable, Sendable {
    /// The peer ended its side in order, and this side had nothing more to send.
    case peerClosed
    /// The peer refused further bytes, or its system did (`ECONNRESET`, `EPIPE`).
    case reset
    /// This side asked for it, by `close()`, by `abort()` or by stopping the loop.
    case local
    /// The peer stopped answering, or did not take the last bytes within the linger time.
    case timedOut
    /// The handler left more bytes unconsumed than `ConnectionOptions.receiveByteCountMax`.
    case receiveLimitExceeded
    /// The encryption failed, or the peer's stream was cut off.
    case security(TLSError)
    /// Another system call failed.
    case error(SystemError)

    init(_ error: SystemError) {
        switch error.errno {
        case ECONNRESET, EPIPE: self = .reset
        case ETIMEDOUT: self = .timedOut
        default: self = .error(error)
        }
    }
}
