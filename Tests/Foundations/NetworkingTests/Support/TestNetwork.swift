import Networking
import Testing

/// Event loops for one test, and the plain way to listen and connect on them.
struct TestNetwork {
    let group: EventLoopGroup

    /// Both ends of one connection, the accepted one first.
    struct Pair {
        let server: Connection
        let serverHandler: RecordingHandler
        let client: Connection
        let clientHandler: RecordingHandler
    }

    static let loopback = SocketAddress.tcp(host: "127.0.0.1", port: 0)

    static let timeoutNanoseconds: UInt64 = 20_000_000_000

    /// Runs a test and ends the loops after it, whatever happens.
    static func run(loopCount: Int = 2, _ body: (TestNetwork) throws -> Void) throws {
        let network = TestNetwork(group: try EventLoopGroup(loopCount: loopCount))
        defer { network.group.shutdown() }
        try body(network)
    }

    func listen(
        at address: SocketAddress = loopback,
        adopting inherited: Int32? = nil,
        securedBy security: TLSServerContext? = nil,
        options: ListenerOptions = ListenerOptions(),
        upTo peerCountMax: Int = .max,
        accepted: @escaping ConnectionHandlerFactory
    ) throws -> CountedListener {
        try listen(
            from: inherited.map(Listener.Origin.descriptor) ?? .address(address),
            securedBy: security,
            options: options,
            upTo: peerCountMax,
            accepted: accepted
        )
    }

    func listen(
        from origin: Listener.Origin,
        securedBy security: TLSServerContext? = nil,
        options: ListenerOptions = ListenerOptions(),
        upTo peerCountMax: Int = .max,
        accepted: @escaping ConnectionHandlerFactory
    ) throws -> CountedListener {
        try CountedListener(upTo: peerCountMax, accepted: accepted) { admission in
            try Listener(
                at: origin,
                securedBy: security,
                on: group.loops[0],
                sharing: group,
                options: options,
                admission: admission
            )
        }
    }

    func connect(
        to address: SocketAddress,
        securedBy security: TLSClientContext? = nil,
        options: ConnectionOptions = ConnectionOptions(),
        timeoutNanoseconds: UInt64 = timeoutNanoseconds,
        handler: RecordingHandler = RecordingHandler()
    ) throws -> Connection {
        let results = Mailbox<Result<Connection, SocketError>>()
        Connector.connect(
            to: address,
            securedBy: security,
            on: group.next(),
            timeoutNanoseconds: timeoutNanoseconds,
            options: options,
            handler: { _ in handler },
            completion: { results.put($0) }
        )
        return try results.take().get()
    }

    /// Connects two handlers with each other.
    func pair(
        at address: SocketAddress = loopback,
        server: RecordingHandler = RecordingHandler(),
        client: RecordingHandler = RecordingHandler(),
        serverOptions: ConnectionOptions = ConnectionOptions(),
        clientOptions: ConnectionOptions = ConnectionOptions()
    ) throws -> Pair {
        let accepted = Mailbox<Connection>()
        var options = ListenerOptions()
        options.connection = serverOptions
        let listener = try listen(at: address, options: options) { connection in
            accepted.put(connection)
            return server
        }
        let connection = try connect(
            to: listener.boundAddress,
            options: clientOptions,
            handler: client
        )
        let pair = Pair(
            server: try accepted.take(),
            serverHandler: server,
            client: connection,
            clientHandler: client
        )
        listener.close()
        return pair
    }
}

extension EventLoop {
    /// Runs a closure on the loop and waits for what it returns.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) throws -> Value {
        let results = Mailbox<Value>()
        try #require(execute { results.put(body()) })
        return try results.take()
    }
}
