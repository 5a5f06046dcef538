import Glibc
import Testing

@testable import Networking

@Suite
struct ConnectorTests {
    @Test
    func `A name is looked up and its addresses are tried in turn`() throws {
        try TestNetwork.run { network in
            // Bound to IPv4 only, while the name may mean the IPv6 loopback first.
            let listener = try network.listen { _ in RecordingHandler.echo() }
            guard case .tcp(_, let port) = listener.boundAddress else { return }
            let handler = RecordingHandler()
            let client = try network.connect(
                to: .tcp(host: "localhost", port: port),
                handler: handler
            )
            client.loop.execute { client.write([1, 2]) }
            let echoed = try handler.takeBytes(2)
            #expect(echoed == [1, 2])
        }
    }

    @Test
    func `Listening on a name binds one of its addresses`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen(at: .tcp(host: "localhost", port: 0)) { _ in
                RecordingHandler()
            }
            _ = try network.connect(to: listener.boundAddress)
        }
    }

    @Test
    func `A refused connection says so`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in nil }
            listener.close()
            _ = try network.group.loops[0].run { true }
            #expect(throws: SocketError.system(SystemError(errno: ECONNREFUSED, call: "connect"))) {
                try network.connect(to: listener.boundAddress)
            }
            #expect(throws: SocketError.system(SystemError(errno: ENOENT, call: "connect"))) {
                try network.connect(to: .unix(path: "/nowhere/x.sock"))
            }
        }
    }

    @Test
    func `A name that is no name is not resolved`() throws {
        try TestNetwork.run { network in
            do {
                _ = try network.connect(to: .tcp(host: "not a name", port: 1))
                Issue.record("A name with spaces was resolved.")
            } catch let error as SocketError {
                guard case .unresolvedHost("not a name", _) = error else {
                    Issue.record("The error is \(error).")
                    return
                }
            }
        }
    }

    @Test
    func `A peer that does not answer is given up in time`() throws {
        try TestNetwork.run { network in
            let (silent, address) = try listenSilently()
            defer { close(silent) }
            var error: SocketError?
            var connected: [Connection] = []
            while error == nil && connected.count < 8 {
                do {
                    connected.append(
                        try network.connect(to: address, timeoutNanoseconds: 50_000_000)
                    )
                } catch let failure as SocketError {
                    error = failure
                }
            }
            #expect(error == .timedOut)
        }
    }

    @Test
    func `Stopping a loop ends its attempts`() throws {
        let (silent, address) = try listenSilently()
        defer { close(silent) }
        let loop = try EventLoop()
        let results = Mailbox<Result<Connection, SocketError>>()
        for _ in 0..<8 {
            Connector.connect(
                to: address,
                on: loop,
                timeoutNanoseconds: TestNetwork.timeoutNanoseconds,
                handler: { _ in RecordingHandler() },
                completion: { results.put($0) }
            )
        }
        loop.stop()
        loop.join()
        let errors = try (0..<8).compactMap { _ -> SocketError? in
            if case .failure(let error) = try results.take() { error } else { nil }
        }
        #expect(!errors.isEmpty)
        #expect(errors.allSatisfy { $0 == .loopStopped })
    }

    /// Listens without ever accepting: once its queue is full, it drops what else comes.
    private func listenSilently() throws -> (descriptor: Int32, address: SocketAddress) {
        let silent = try Descriptor.openSocket(family: AF_INET)
        let loopback = try #require(try TestNetwork.loopback.resolved().first)
        try silent.bind(to: loopback)
        let listening = listen(silent.rawValue, 0)
        let address = try RawAddress.ofSocket(silent.rawValue).socketAddress
        let descriptor = silent.release()
        try #require(listening == 0)
        return (descriptor, try #require(address))
    }

    @Test
    func `A stopped loop cannot connect`() throws {
        try TestNetwork.run { network in
            for loop in network.group.loops { loop.stop() }
            for host in ["127.0.0.1", "localhost"] {
                #expect(throws: SocketError.loopStopped) {
                    try network.connect(to: .tcp(host: host, port: 1))
                }
            }
        }
    }
}
