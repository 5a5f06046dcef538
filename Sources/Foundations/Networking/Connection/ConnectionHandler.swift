import Glibc

/// What a connection tells its owner, always on the connection's loop and never from within a
/// call to the connection itself.
package protocol ConnectionHandler: AnyObject {
    /// Bytes have arrived, everything of this turn in one call.
    ///
    /// The handler consumes what it understands; the rest stays in front of what arrives next.
    /// All that is written meanwhile goes out in one call once this returns. The same bytes come
    /// again in the turn after `resumeReading()`.
    func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer)

    /// More may be written: the system takes what is sent again, and the unsent bytes have fallen
    /// to the low-water mark.
    func connectionDidDrain(_ connection: Connection)

    /// The peer ended its sending side and may still read; nothing more will be received.
    ///
    /// While reading is paused this waits, as do the bytes that came before.
    /// Without an implementation the connection is closed. One that still owes replies sends
    /// them first and then calls `close()`.
    func connectionDidReceiveEnd(_ connection: Connection)

    /// The connection has ended; called exactly once, and nothing is called after it.
    func connectionDidClose(_ connection: Connection, reason: CloseReason)
}

extension ConnectionHandler {
    /// Does nothing, for handlers that never pause.
    package func connectionDidDrain(_ connection: Connection) {}

    /// Closes the connection once what was written has been sent.
    package func connectionDidReceiveEnd(_ connection: Connection) {
        connection.close()
    }
}

/// Gives a new connection its handler, on the connection's loop and before anything else
/// happens to the connection; nil refuses it and closes it at once.
package typealias ConnectionHandlerFactory =
    @Sendable (Connection) -> (any ConnectionHandler)?

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
