import Locking

/// An address that is bound for a listener, before there is anything to serve.
///
/// Peers are refused until a listener takes it over. The last reference gives the address up.
package final class BoundAddress: Sendable {
    /// The address that peers will connect to, with the port that the system chose for port 0.
    package let boundAddress: SocketAddress

    private let socket: Mutex<BoundSocket?>

    /// Binds an address.
    ///
    /// - Throws: `SocketError` when somebody else has it, or it cannot be bound.
    package init(
        to address: SocketAddress,
        _ options: ListenerOptions = ListenerOptions()
    ) throws(SocketError) {
        let socket = try BoundSocket.open(at: address, options)
        boundAddress = socket.boundAddress
        self.socket = Mutex(socket)
    }

    deinit {
        socket.withLock { socket in socket?.removeFile() }
    }

    /// Begins to listen there.
    ///
    /// - Throws: `SocketError` when the system refuses.
    package func listen(_ options: ListenerOptions) throws(SocketError) -> ListeningSocket {
        guard let socket = take() else {
            preconditionFailure("A bound address is taken over once.")
        }
        return try socket.listen(options)
    }

    /// Hands the socket over; nil from the second time on.
    func take() -> BoundSocket? {
        socket.withLock { socket in socket.take() }
    }
}
