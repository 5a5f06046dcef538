import Dispatch
import Locking
import TestSupport
import Testing

@testable import Networking

@Suite
struct SecureListenerTests {
    @Test
    func `New files count for new connections, and those that run go on`() throws {
        let authority = CertificateAuthority()
        let (used, new) = (authority.issue("old"), authority.issue("new"))
        let server = try SecureNetwork.serverContext(used)
        try withListener(server) { network, listener in
            let client = try SecureNetwork.clientContext(trusting: authority)
            func connect() throws -> SecurePeer {
                try SecurePeer.connected(to: listener.boundAddress, client)
            }
            let first = try connect()
            #expect(first.session.peerName == "old")

            try new.replace(used)
            try server.reload()
            let second = try connect()
            #expect(second.session.peerName == "new")

            try CertificateAuthority.Issued(
                certificatePath: authority.path,
                keyPath: new.keyPath
            ).replace(used)
            #expect(throws: CertificateError.self) { try server.reload() }
            let third = try connect()
            #expect(third.session.peerName == "new")

            for (index, peer) in [first, second, third].enumerated() {
                try peer.socket.send(try peer.encrypted([UInt8(index)]))
                let echoed = try peer.receive(1)
                #expect(echoed == [UInt8(index)])
            }
        }
    }

    @Test
    func `Connections that are busy do not notice that the files are read again`() throws {
        try SecureNetwork.run { secure in
            let listener = try secure.listen { _ in RecordingHandler.echo() }
            let handlers = (0..<4).map { _ in RecordingHandler() }
            let clients = try handlers.map {
                try secure.connect(to: listener.boundAddress, handler: $0)
            }
            for round: UInt8 in 0..<50 {
                for client in clients {
                    client.loop.execute { client.write([UInt8](repeating: round, count: 20_000)) }
                }
                try secure.server.reload()
                for handler in handlers {
                    let echoed = try handler.takeBytes(20_000)
                    #expect(echoed == [UInt8](repeating: round, count: 20_000))
                }
            }
        }
    }

    @Test
    func `A listener that demands certificates knows whom it has let in`() throws {
        let (authority, clients) = (CertificateAuthority(), CertificateAuthority(named: "Staff"))
        let server = try SecureNetwork.serverContext(authority.issue(), demanding: clients)
        try withListener(server) { network, listener in
            let client = try SecureNetwork.clientContext(
                trusting: authority,
                as: clients.issue("관리자", hosts: [], usage: .client)
            )
            let accepted = Mailbox<String?>()
            let named = try network.listen(securedBy: server) { connection in
                accepted.put(connection.peerCertificateName)
                return RecordingHandler.echo()
            }
            let handler = RecordingHandler()
            let connection = try network.connect(
                to: named.boundAddress,
                securedBy: client,
                handler: handler
            )
            let name = try accepted.take()
            #expect(name == "관리자")
            connection.loop.execute { connection.write([1]) }
            let echoed = try handler.takeBytes(1)
            #expect(echoed == [1])
        }
    }

    @Test
    func `A client without the right certificate is told so, and never let in`() throws {
        let (authority, clients) = (CertificateAuthority(), CertificateAuthority(named: "Staff"))
        let wrong: [(CertificateAuthority.Issued?, String)] = [
            (nil, "tlsv13 alert certificate required"),
            (authority.issue(hosts: [], usage: .client), "tlsv1 alert unknown ca"),
            (clients.issue(usage: .server), "sslv3 alert unsupported certificate"),
        ]
        try TestNetwork.run { network in
            let listener = try network.listen(
                securedBy: try SecureNetwork.serverContext(authority.issue(), demanding: clients)
            ) { _ in
                Issue.record("The server took the connection.")
                return nil
            }
            for (issued, alert) in wrong {
                let handler = RecordingHandler()
                let client = try SecureNetwork.clientContext(trusting: authority, as: issued)
                let connection = try network.connect(
                    to: listener.boundAddress,
                    securedBy: client,
                    handler: handler
                )
                connection.loop.execute { connection.write([1]) }
                let reason = try handler.takeCloseReason()
                #expect(reason == .security(.refusedByPeer(alert: alert)))
            }
            try expectSoon { listener.connectionCount == 0 }
        }
    }

    @Test
    func `A client that stops in the handshake is given up in time`() throws {
        try SecureNetwork.run { secure in
            var options = ListenerOptions()
            options.connection.handshakeNanoseconds = 30_000_000
            let listener = try secure.listen(options: options) { _ in
                Issue.record("The server took the connection.")
                return nil
            }
            let silent = try RawSocket(connectedTo: listener.boundAddress)
            let stopped = try SecurePeer(connectedTo: listener.boundAddress, secure.client)
            _ = try stopped.session.shakeHands()
            try stopped.socket.send(stopped.takeOutgoing().dropLast(5))
            for socket in [silent, stopped.socket] {
                let received = try socket.receive(1)
                #expect(received.isEmpty)
            }
            try expectSoon { listener.connectionCount == 0 }
        }
    }

    @Test
    func `A peer that is not let in gets no handshake, and one in a handshake has a seat`() throws {
        try SecureNetwork.run { secure in
            let listener = try secure.listen(upTo: 1) { _ in RecordingHandler.echo() }
            var silent: RawSocket? = try RawSocket(connectedTo: listener.boundAddress)
            try expectSoon { listener.connectionCount == 1 }
            #expect(throws: SocketError.self) { try secure.connect(to: listener.boundAddress) }
            silent = nil
            try expectSoon { listener.connectionCount == 0 }
            _ = silent
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            try peer.socket.send(try peer.encrypted([1]))
            let echoed = try peer.receive(1)
            #expect(echoed == [1])
            #expect(listener.connectionCount == 1)
        }
    }

    @Test
    func `However many stop in the handshake, who goes on is let in`() throws {
        try SecureNetwork.run { secure in
            var options = ListenerOptions()
            options.handshakeCountMax = 8
            let listener = try secure.listen(options: options) { _ in RecordingHandler.echo() }
            var stopped: [SecurePeer] = []
            for _ in 0..<40 {
                let peer = try SecurePeer(connectedTo: listener.boundAddress, secure.client)
                _ = try peer.session.shakeHands()
                try peer.socket.send(peer.takeOutgoing())
                stopped.append(peer)
            }
            let honest = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            try honest.socket.send(try honest.encrypted([1]))
            let echoed = try honest.receive(1)
            #expect(echoed == [1])
            // Two loops with eight places each, and the honest one.
            try expectSoon { listener.connectionCount <= 17 }
            let counts = try secure.network.group.loops.map { loop in
                try loop.run { loop.handshakes.count }
            }
            #expect(counts.allSatisfy { $0 <= 8 })
            stopped = []
            try expectSoon { listener.connectionCount == 1 }
        }
    }

    @Test
    func `Of handshakes that come together a few go on in each turn, and all end well`() throws {
        let authority = CertificateAuthority()
        let server = try SecureNetwork.serverContext(authority.issue())
        let client = try SecureNetwork.clientContext(trusting: authority)
        try TestNetwork.run(loopCount: 1) { network in
            let listener = try network.listen(securedBy: server) { _ in RecordingHandler.echo() }
            let loop = network.group.loops[0]
            let peers = try (0..<30).map { _ in
                try SecurePeer(connectedTo: listener.boundAddress, client)
            }
            try expectSoon { loop.traffic.handshakeCount == peers.count }

            let (isHeld, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let turns = TurnRecord(of: loop)
            loop.execute {
                isHeld.signal()
                goOn.passPatiently()
                turns.begin()
            }
            try isHeld.waitPatiently()
            var words: [Int] = []
            for peer in peers {
                _ = try peer.session.shakeHands()
                let word = peer.takeOutgoing()
                try peer.socket.send(word)
                words.append(word.count)
            }
            goOn.signal()
            let byteCount = words.reduce(0, +)
            try expectSoon { turns.byteCounts.reduce(0, +) >= byteCount }
            let largest = try #require(words.max())
            #expect(turns.byteCounts.allSatisfy { $0 <= HandshakeLine.stepCountPerTurn * largest })
            for peer in peers {
                try peer.shakeHands()
                try peer.socket.send(peer.takeOutgoing() + peer.encrypted([1]))
                let echoed = try peer.receive(1)
                #expect(echoed == [1])
            }
        }
    }

    /// How many bytes a loop receives in each turn in which any come.
    private final class TurnRecord: Sendable {
        private let loop: EventLoop
        private let totals = Mutex<[UInt64]>([])

        init(of loop: EventLoop) {
            self.loop = loop
        }

        var byteCounts: [Int] {
            totals.withLock { zip($0.dropFirst(), $0).map { Int($0 - $1) } }
        }

        /// Begins with the turn that comes; to be called on the loop.
        func begin() {
            let total = loop.traffic.receivedByteCount
            totals.withLock { totals in
                if totals.last != total { totals.append(total) }
            }
            // What one job hands in runs in the next turn, before its sockets are read.
            loop.execute { [self] in begin() }
        }
    }

    @Test(arguments: [TLSVersion.tls13, .tls12])
    func `Versions older than the oldest are refused`(versionMin: TLSVersion) async throws {
        let network = TestNetwork(group: try EventLoopGroup(loopCount: 1))
        defer { network.group.shutdown() }
        let authority = CertificateAuthority()
        let listener = try network.listen(
            securedBy: try SecureNetwork.serverContext(authority.issue(), versionMin: versionMin)
        ) { _ in RecordingHandler() }
        guard case .tcp(_, let port) = listener.boundAddress else { return }
        for option in ["-tls1", "-tls1_1", "-tls1_2", "-tls1_3"] {
            let isGood = option == "-tls1_3" || (option == "-tls1_2" && versionMin == .tls12)
            let run = try await ProgramRun.run(
                "/usr/bin/openssl",
                ["s_client", "-connect", "127.0.0.1:\(port)", option, "-CAfile", authority.path]
                    + ["-cipher", "ALL:@SECLEVEL=0", "-verify_return_error"]
            )
            #expect((run.exitCode == 0) == isGood, "\(option): \(run.errorOutput)")
            let isRefused = run.errorOutput.contains("alert protocol version")
            #expect(isRefused == !isGood, "\(option): \(run.errorOutput)")
        }
    }

    private func withListener(
        _ server: TLSServerContext,
        _ body: (TestNetwork, CountedListener) throws -> Void
    ) throws {
        try TestNetwork.run { network in
            try body(
                network,
                try network.listen(securedBy: server) { _ in RecordingHandler.echo() }
            )
        }
    }
}
