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
