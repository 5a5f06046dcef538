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
            // A listener with a full queue drops what else comes: nobody accepts here.
            let silent = try Descriptor.openSocket(family: AF_INET)
            let loopback = try #require(try TestNetwork.loopback.resolved().first)
            try silent.bind(to: loopback)
            try #require(listen(silent.rawValue, 0) == 0)
            let address = try #require(try RawAddress.ofSocket(silent.rawValue).socketAddress)
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
