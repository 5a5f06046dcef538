/// How a listener accepts.
package struct ListenerOptions: Hashable, Sendable {
    /// How many connections the system may hold that are not yet accepted: its usual maximum.
    package var backlog: Int32 = 4_096

    /// Who may connect to a Unix socket: by default only the user who runs the server.
    package var unixMode: UInt32 = 0o600

    /// How long accepting rests when the process has no descriptors left: 100 ms, short for a
    /// peer that waits and long for a processor.
    package var pauseNanoseconds: UInt64 = 100_000_000

    /// The most TLS handshakes under way at a time on each loop.
    ///
    /// One more, and that which waits longest ends: an honest client needs a few round trips, while
    /// one that holds places without going on gives way first. 512 of them own some 20 MiB.
    package var handshakeCountMax = 512

    /// The options of each accepted connection.
    package var connection = ConnectionOptions()

    /// Creates the options of a usual server.
    package init() {}
}

/// Decides on a peer that has connected, before anything else is spent on it: gives it a seat, or
/// closes its socket at once by nil.
///
/// It is called on the listener's loop.
package typealias Admission = @Sendable (PeerNetwork) -> (any PeerSeat)?

/// The place of one peer that was let in; it is let go as soon as the peer's socket is closed, so
/// that letting go of it can count the peer out.
package protocol PeerSeat: AnyObject, Sendable {
    /// Gives the peer's connection its handler once there is one, as a `ConnectionHandlerFactory`.
    func handler(for connection: Connection) -> (any ConnectionHandler)?
}
