import Glibc

extension Connector {
    /// Takes over a socket that is connected already, as the client's; to be called from any
    /// thread.
    ///
    /// From here on the descriptor is the loop's, which closes it once: when the connection ends,
    /// or when there is to be none. `handler` gives the connection its handler before `completion`
    /// is called, which happens exactly once: on the loop, or on the caller's thread where the
    /// descriptor is refused or the loop was stopped.
    package static func adopt(
        _ descriptor: Int32,
        on loop: EventLoop,
        options: ConnectionOptions = ConnectionOptions(),
        handler: @escaping ConnectionHandlerFactory,
        completion: @escaping @Sendable (Result<Connection, SocketError>) -> Void
    ) {
        do throws(SocketError) {
            try loop.adopt(descriptor) { socket in
                do throws(SystemError) {
                    let connection = try Connection(
                        adopting: socket,
                        on: loop,
                        options: options,
                        handler: handler
                    )
                    completion(.success(connection))
                } catch {
                    completion(.failure(.system(error)))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }
}

extension EventLoop {
    /// Lets in a peer whose socket is connected already, as a listener does with those that it
    /// accepts; to be called from any thread.
    ///
    /// From here on the descriptor is the loop's, which closes it once: when the connection ends,
    /// or when there is to be none.
    ///
    /// - Throws: `SocketError` when it is no connected socket, or the loop was stopped.
    package func admit(
        _ descriptor: Int32,
        options: ListenerOptions = ListenerOptions(),
        admission: @escaping Admission
    ) throws(SocketError) {
        try adopt(descriptor) { socket in
            // As where one is accepted: a peer that has gone already has no network.
            guard let network = socket.peerNetwork, let seat = admission(network) else { return }
            Arrival(security: nil, options: options, seat: seat).begin(over: socket, on: self)
        }
    }

    /// Brings a socket that is connected already to this loop.
    fileprivate func adopt(
        _ descriptor: Int32,
        _ body: @escaping @Sendable (consuming Descriptor) -> Void
    ) throws(SocketError) {
        let socket = Descriptor(descriptor)
        do throws(SystemError) {
            try socket.requireConnection()
            try SocketOptions.prepareAdopted(descriptor)
        } catch {
            throw .system(error)
        }
        let number = socket.release()
        guard execute({ body(Descriptor(number)) }) else {
            _ = Glibc.close(number)
            throw .loopStopped
        }
    }
}

extension Descriptor {
    /// Refuses what is no stream socket, or is none that has a peer.
    fileprivate borrowing func requireConnection() throws(SystemError) {
        try SocketOptions.requireStream(rawValue)
        _ = try RawAddress.ofPeer(of: rawValue)
    }
}
