import Glibc
import Testing

@testable import Networking

@Suite
struct ListenerTests {
    @Test
    func `Two hundred connections at a time are served and counted`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in RecordingHandler.echo() }
            let handlers = (0..<200).map { _ in RecordingHandler() }
            let clients = try handlers.map {
                try network.connect(to: listener.boundAddress, handler: $0)
            }
            for (index, client) in clients.enumerated() {
                client.loop.execute { client.write([UInt8(index), 1, 2, 3]) }
            }
            for (index, handler) in handlers.enumerated() {
                let echoed = try handler.takeBytes(4)
                #expect(echoed == [UInt8(index), 1, 2, 3])
            }
            #expect(listener.connectionCount == 200)
            for client in clients { client.loop.execute { client.close() } }
            for handler in handlers {
                let reason = try handler.takeCloseReason()
                #expect(reason == .local)
            }
        }
    }

    @Test
    func `A peer that is not let in is closed at once, and a seat is used again`() throws {
        try TestNetwork.run { network in
            let serverHandler = RecordingHandler()
            let accepted = Mailbox<Connection>()
            let listener = try network.listen(upTo: 1) { connection in
                accepted.put(connection)
                return serverHandler
            }
            let first = try RawSocket(connectedTo: listener.boundAddress)
            let connection = try accepted.take()
            let second = try RawSocket(connectedTo: listener.boundAddress)
            let received = try second.receive(1)
            #expect(received == [])
            #expect(accepted.count == 0)
            connection.loop.execute { connection.abort() }
            _ = try serverHandler.takeCloseReason()
            let third = try RawSocket(connectedTo: listener.boundAddress)
            _ = try accepted.take()
            _ = (first, third)
        }
    }

    @Test
    func `Port 0 becomes the port that was chosen, and a taken port is refused`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in nil }
            guard case .tcp("127.0.0.1", let port) = listener.boundAddress else {
                Issue.record("Bound to \(listener.boundAddress).")
                return
            }
            #expect(port != 0)
            #expect(throws: SocketError.system(SystemError(errno: EADDRINUSE, call: "bind"))) {
                try network.listen(at: listener.boundAddress) { _ in nil }
            }
        }
    }

    @Test
    func `A socket file without a listener is replaced, a live one is not`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/x.sock"
            let address = SocketAddress.unix(path: path)
            try TestNetwork.run { network in
                let stale = try Descriptor.openSocket(family: AF_UNIX)
                try stale.bind(to: RawAddress(unixPath: path))
                _ = consume stale
                #expect(access(path, F_OK) == 0)
                let listener = try network.listen(at: address) { _ in RecordingHandler() }
                #expect(listener.boundAddress == address)
                #expect(throws: SocketError.system(SystemError(errno: EADDRINUSE, call: "bind"))) {
                    try network.listen(at: address) { _ in nil }
                }
                let client = try network.connect(to: address)
                _ = client
                var status = stat()
                #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
                listener.close()
                _ = try network.group.loops[0].run { true }
                #expect(access(path, F_OK) != 0)
            }
        }
    }

    @Test
    func `A file that is no socket is never removed`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/file"
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            try TestNetwork.run { network in
                #expect(throws: SocketError.system(SystemError(errno: EADDRINUSE, call: "bind"))) {
                    try network.listen(at: .unix(path: path)) { _ in nil }
                }
            }
            #expect(access(path, F_OK) == 0)
        }
    }

    @Test
    func `Closing leaves a file that somebody else has put in place`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/x.sock"
            try TestNetwork.run { network in
                let listener = try network.listen(at: .unix(path: path)) { _ in nil }
                unlink(path)
                close(open(path, O_CREAT | O_WRONLY, 0o600))
                listener.close()
                _ = try network.group.loops[0].run { true }
                #expect(access(path, F_OK) == 0)
                unlink(path)
            }
        }
    }

    @Test
    func `Once it is closed, peers are refused`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in RecordingHandler() }
            listener.close()
            _ = try network.group.loops[0].run { true }
            #expect(throws: SocketError.system(SystemError(errno: ECONNREFUSED, call: "connect"))) {
                try network.connect(to: listener.boundAddress)
            }
        }
    }

    @Test
    func `A connection for a loop that has stopped is closed and not counted`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in RecordingHandler() }
            network.group.loops[1].stop()
            let peers = try (0..<2).map { _ in
                try RawSocket(connectedTo: listener.boundAddress)
            }
            // The first went to the loop that lives, the second to the stopped one.
            let received = try peers[1].receive(1)
            #expect(received == [])
            // The seat is free by the end of the turn that closed the connection.
            _ = try network.group.loops[0].run { true }
            #expect(listener.connectionCount == 1)
        }
    }

    @Test
    func `A stopped loop cannot listen, and leaves no file behind`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/x.sock"
            try TestNetwork.run { network in
                network.group.loops[0].stop()
                #expect(throws: SocketError.loopStopped) {
                    try network.listen(at: .unix(path: path)) { _ in nil }
                }
                #expect(access(path, F_OK) != 0)
            }
        }
    }

    @Test(arguments: ["tcp", "unix"])
    func `A bound address is nobody else's, refuses peers, and is served later`(
        kind: String
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sock"
            let wanted: SocketAddress = kind == "unix" ? .unix(path: path) : TestNetwork.loopback
            try TestNetwork.run { network in
                let bound = try BoundAddress(to: wanted)
                let refused = SystemError(errno: ECONNREFUSED, call: "connect")
                #expect(throws: SocketError.system(refused)) {
                    try network.connect(to: bound.boundAddress)
                }
                let listener = try network.listen(from: .bound(bound)) { _ in
                    RecordingHandler.echo()
                }
                #expect(listener.boundAddress == bound.boundAddress)
                let peer = try RawSocket(connectedTo: listener.boundAddress)
                try peer.send([1, 2, 3])
                let echoed = try peer.receive(3)
                #expect(echoed == [1, 2, 3])
                #expect(throws: SocketError.self) { try BoundAddress(to: bound.boundAddress) }
                listener.close()
                _ = try network.group.loops[0].run { true }
                #expect(access(path, F_OK) != 0)
                // One that nobody serves is given up, and leaves nothing.
                _ = try BoundAddress(to: wanted)
                #expect(access(path, F_OK) != 0)
            }
        }
    }

    @Test
    func `A socket whose file somebody took meanwhile does not listen unseen`() throws {
        try withTemporaryDirectory { directory in
            let wanted = SocketAddress.unix(path: directory + "/x.sock")
            try TestNetwork.run { network in
                let first = try BoundAddress(to: wanted)
                let second = try BoundAddress(to: wanted)
                #expect(throws: SocketError.self) {
                    try network.listen(from: .bound(first)) { _ in nil }
                }
                let listener = try network.listen(from: .bound(second)) { _ in nil }
                _ = try RawSocket(connectedTo: listener.boundAddress)
            }
        }
    }

    @Test(arguments: ["tcp", "unix"])
    func `A socket that listens already is taken over, and its file stays`(kind: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sock"
            let wanted: SocketAddress = kind == "unix" ? .unix(path: path) : TestNetwork.loopback
            let raw = try #require(try wanted.resolved().first)
            let descriptor = socket(raw.family, Int32(SOCK_STREAM.rawValue), 0)
            try #require(raw.withPointer { bind(descriptor, $0, $1) } == 0)
            try TestNetwork.run { network in
                let adopt = {
                    try network.listen(at: wanted, adopting: descriptor) { _ in
                        RecordingHandler.echo()
                    }
                }
                // It does not listen yet.
                #expect(throws: SocketError.self) { try adopt() }
                try #require(Glibc.listen(descriptor, 1) == 0)
                let listener = try adopt()
                let address = try SocketAddress(ofSocket: descriptor)
                #expect(listener.boundAddress == address)
                let peer = try RawSocket(connectedTo: address)
                try peer.send([1, 2, 3])
                let echoed = try peer.receive(3)
                #expect(echoed == [1, 2, 3])
                listener.close()
            }
            #expect((access(path, F_OK) == 0) == (kind == "unix"))
        }
        #expect(throws: SystemError.self) { try SocketAddress(ofSocket: 1_000_000) }
    }

    @Test
    func `Without descriptors accepting rests, uses no processor and goes on by itself`() async {
        await #expect(processExitsWith: .success) {
            try TestNetwork.run(loopCount: 1) { network in
                let accepted = Mailbox<Connection>()
                let listener = try network.listen { connection in
                    accepted.put(connection)
                    return RecordingHandler.echo()
                }
                let first = try RawSocket(connectedTo: listener.boundAddress)
                _ = try accepted.take()
                let peer = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                // No descriptor is free below the limit, so that accepting must fail.
                var limit = rlimit(rlim_cur: rlim_t(peer + 1), rlim_max: rlim_t(peer + 1))
                try #require(getrlimit(__rlimit_resource_t(7), &limit) == 0)
                limit.rlim_cur = rlim_t(peer + 1)
                try #require(setrlimit(__rlimit_resource_t(7), &limit) == 0)
                let raw = try #require(try listener.boundAddress.resolved().first)
                try #require(raw.withPointer { connect(peer, $0, $1) } == 0)
                let started = clock()
                let rested = Mailbox<Bool>()
                let loop = network.group.loops[0]
                loop.execute {
                    loop.schedule(afterNanoseconds: 300_000_000) { rested.put(true) }
                }
                _ = try rested.take()
                // A loop that did not rest would have used all of the 300 ms.
                try #require(clock() - started < CLOCKS_PER_SEC * 3 / 20)
                try #require(accepted.count == 0)
                try first.send([1])
                let echoed = try first.receive(1)
                try #require(echoed == [1])
                // The process may have inherited descriptors behind the limit.
                limit.rlim_cur = limit.rlim_max
                try #require(setrlimit(__rlimit_resource_t(7), &limit) == 0)
                _ = try accepted.take()
            }
        }
    }
}
