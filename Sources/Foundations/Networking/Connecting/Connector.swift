/// Opens connections from the client's side.
package enum Connector {
    /// Connects to an address and returns at once; to be called from any thread.
    ///
    /// The addresses of a name are tried in the resolver's order until one answers. Names are
    /// looked up on a thread of their own, since the resolver blocks.
    /// With `security` the connection is encrypted, and the server has to prove that it is the
    /// host of the address (a Unix socket is on `localhost`).
    /// The time allowed is for all addresses together, the look-up not counted. `handler`
    /// gives the connection its handler before `completion` is called, which happens exactly
    /// once: on the loop, or on the caller's or the resolver's thread if the loop was stopped.
    package static func connect(
        to address: SocketAddress,
        securedBy security: TLSClientContext? = nil,
        on loop: EventLoop,
        timeoutNanoseconds: UInt64,
        options: ConnectionOptions = ConnectionOptions(),
        handler: @escaping ConnectionHandlerFactory,
        completion: @escaping @Sendable (Result<Connection, SocketError>) -> Void
    ) {
        let begin: @Sendable (Result<[RawAddress], SocketError>) -> Void = { resolution in
            let isTaken = loop.execute {
                switch resolution {
                case .success(let addresses):
                    ConnectionAttempt(
                        to: addresses,
                        securedBy: security.map { SecuredHost(context: $0, host: address.host) },
                        on: loop,
                        options: options,
                        handler: handler,
                        completion: completion
                    ).start(timeoutNanoseconds: timeoutNanoseconds)
                case .failure(let error):
                    completion(.failure(error))
                }
            }
            if !isTaken { completion(.failure(.loopStopped)) }
        }
        let resolve: @Sendable () -> Void = {
            begin(Result { () throws(SocketError) in try address.resolved() })
        }
        if !address.needsLookUp {
            resolve()
            return
        }
        do {
            try SystemThread.start(name: "resolver", resolve).detach()
        } catch {
            begin(.failure(.system(error)))
        }
    }
}

extension SocketAddress {
    /// The name that a server at this address has a certificate for.
    fileprivate var host: String {
        switch self {
        case .tcp(let host, _): host
        case .unix: "localhost"
        }
    }
}
