import Foundation
import Networking
import TestSupport
import Testing

@Suite
struct SecureHandshakeTests {
    @Test(arguments: ["127.0.0.1", "localhost"])
    func `A trusted server of the right name is connected to, and data goes both ways`(
        host: String
    ) throws {
        try SecureNetwork.run { secure in
            let listener = try secure.listen { _ in RecordingHandler.echo() }
            guard case .tcp(_, let port) = listener.boundAddress else { return }
            let handler = RecordingHandler()
            let client = try secure.connect(to: .tcp(host: host, port: port), handler: handler)
            client.loop.execute { client.write([1, 2, 3]) }
            let echoed = try handler.takeBytes(3)
            #expect(echoed == [1, 2, 3])
        }
    }

    @Test
    func `A Unix socket is on localhost`() throws {
        try withTemporaryDirectory { directory in
            try SecureNetwork.run { secure in
                let address = SocketAddress.unix(path: "\(directory)/x.sock")
                let listener = try secure.network.listen(at: address, securedBy: secure.server) {
                    _ in RecordingHandler.echo()
                }
                let handler = RecordingHandler()
                let client = try secure.connect(to: listener.boundAddress, handler: handler)
                client.loop.execute { client.write([9]) }
                let echoed = try handler.takeBytes(1)
                #expect(echoed == [9])
            }
        }
    }

    @Test(arguments: [["DNS:example.com", "IP:127.0.0.2"], []])
    func `A certificate for another host is refused`(hosts: [String]) throws {
        let authority = CertificateAuthority()
        let issued = authority.issue("127.0.0.1", hosts: hosts)
        try expectRefusal(
            .wrongHost("127.0.0.1"),
            by: try SecureNetwork.clientContext(trusting: authority),
            of: try SecureNetwork.serverContext(issued)
        )
    }

    @Test
    func `A certificate of an authority that nobody trusts is refused`() throws {
        let (known, unknown) = (CertificateAuthority(), CertificateAuthority(named: "Mallory"))
        try expectRefusal(
            .untrustedCertificate(reason: "unable to get local issuer certificate"),
            by: try SecureNetwork.clientContext(trusting: known),
            of: try SecureNetwork.serverContext(unknown.issue())
        )
    }

    @Test
    func `The system's authorities count when none are named`() throws {
        let authority = CertificateAuthority()
        try expectRefusal(
            .untrustedCertificate(reason: "unable to get local issuer certificate"),
            by: try TLSClientContext(protocolName: SecureNetwork.protocolName),
            of: try SecureNetwork.serverContext(authority.issue())
        )
    }

    @Test(arguments: [
        (CertificateAuthority.Validity.past, -7_200, "certificate has expired"),
        (.future, 7_200, "certificate is not yet valid"),
    ])
    func `A certificate outside its time is refused`(
        validity: CertificateAuthority.Validity,
        serverTime: Int64,
        reason: String
    ) throws {
        let authority = CertificateAuthority()
        try expectRefusal(
            .untrustedCertificate(reason: reason),
            by: try SecureNetwork.clientContext(trusting: authority),
            of: try SecureNetwork.serverContext(
                authority.issue(validity: validity),
                now: wallClockSeconds() + serverTime
            )
        )
    }

    @Test
    func `A client's certificate does not prove a server`() throws {
        let authority = CertificateAuthority()
        try expectRefusal(
            .untrustedCertificate(reason: "unsuitable certificate purpose"),
            by: try SecureNetwork.clientContext(trusting: authority),
            of: try SecureNetwork.serverContext(authority.issue(usage: .client))
        )
    }

    @Test
    func `A client of another protocol is refused`() throws {
        let authority = CertificateAuthority()
        try expectRefusal(
            .refusedByPeer(alert: "tlsv1 alert no application protocol"),
            by: try SecureNetwork.clientContext(trusting: authority, protocolName: "h2"),
            of: try SecureNetwork.serverContext(authority.issue())
        )
    }

    private func expectRefusal(
        _ error: TLSError,
        by client: TLSClientContext,
        of server: TLSServerContext
    ) throws {
        try TestNetwork.run { network in
            let listener = try network.listen(securedBy: server) { _ in
                Issue.record("The server took the connection.")
                return nil
            }
            #expect(throws: SocketError.security(error)) {
                try network.connect(to: listener.boundAddress, securedBy: client)
            }
            try expectSoon { listener.connectionCount == 0 }
        }
    }

    @Test
    func `A handshake in single bytes is one, in both directions`() throws {
        try SecureNetwork.run { secure in
            let listener = try secure.listen { _ in RecordingHandler.echo() }
            let peer = try SecurePeer(connectedTo: listener.boundAddress, secure.client)
            try peer.shakeHands { socket, bytes in
                for byte in bytes { try socket.send([byte]) }
            }
            for byte in try peer.takeOutgoing() + peer.encrypted([7, 7]) {
                try peer.socket.send([byte])
            }
            let echoed = try peer.receive(2)
            #expect(echoed == [7, 7])
        }
    }

    @Test
    func `A chain of certificates that the system takes in parts arrives whole`() throws {
        let authority = CertificateAuthority()
        let chain = TemporaryDirectory()
        let issued = authority.issue()
        let own = try Data(contentsOf: URL(fileURLWithPath: issued.certificatePath))
        let other = try Data(contentsOf: URL(fileURLWithPath: authority.path))
        let long = CertificateAuthority.Issued(
            certificatePath: chain.path("chain.pem"),
            keyPath: issued.keyPath
        )
        try (0..<50).reduce(own) { content, _ in content + other }
            .write(to: URL(fileURLWithPath: long.certificatePath))
        let server = try SecureNetwork.serverContext(long)
        try TestNetwork.run { network in
            var options = ListenerOptions()
            options.connection.sendBufferByteCount = 4_096
            let listener = try network.listen(securedBy: server, options: options) { _ in
                RecordingHandler.echo()
            }
            let peer = try SecurePeer(
                connectedTo: listener.boundAddress,
                try SecureNetwork.clientContext(trusting: authority),
                receiveBufferByteCount: 4_096
            )
            try peer.shakeHands()
            try peer.socket.send(try peer.takeOutgoing() + peer.encrypted([3]))
            let echoed = try peer.receive(1)
            #expect(echoed == [3])
        }
    }

    @Test(arguments: [false, true])
    func `Data that comes with the end of the handshake is not lost`(isPaused: Bool) throws {
        try SecureNetwork.run { secure in
            let accepted = Mailbox<Connection>()
            let handler = RecordingHandler.echo()
            let listener = try secure.listen { connection in
                if isPaused { connection.pauseReading() }
                accepted.put(connection)
                return handler
            }
            let peer = try SecurePeer(connectedTo: listener.boundAddress, secure.client)
            try peer.shakeHands()
            let last = try peer.takeOutgoing() + peer.encrypted([1, 2]) + peer.farewell()
            try peer.socket.send(last)
            let connection = try accepted.take()
            if isPaused {
                let count = try connection.loop.run { handler.events.count }
                #expect(count == 0)
                connection.loop.execute { connection.resumeReading() }
            }
            let events = try (0..<3).map { _ in try handler.events.take() }
            #expect(events == [.received([1, 2]), .receivedEnd, .closed(.peerClosed)])
            let echoed = try peer.receive(2)
            #expect(echoed == [1, 2])
        }
    }

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
        [0, 0, 0, 4, 0, 0, 0, 1, 1, 0, 1, 2, 3, 4],
        [UInt8](repeating: 0xff, count: 64),
    ])
    func `A peer that does not speak TLS learns that this is TLS`(bytes: [UInt8]) throws {
        try SecureNetwork.run { secure in
            let listener = try secure.listen { _ in
                Issue.record("The server took the connection.")
                return nil
            }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            try peer.send(bytes)
            let alert = try peer.receive(100)
            #expect(alert.first == 21)
            peer.endSending()
            try expectSoon { listener.connectionCount == 0 }
        }
    }

    @Test
    func `A server that does not speak TLS is told apart from one that hangs up`() throws {
        try SecureNetwork.run { secure in
            let chatty = try secure.network.listen { connection in
                connection.write(Array("220 hello, what do you want?\r\n".utf8))
                return RecordingHandler()
            }
            #expect(throws: SocketError.security(.notTLS)) {
                try secure.connect(to: chatty.boundAddress)
            }
            let curt = try secure.network.listen { _ in
                RecordingHandler { connection, _ in connection.close() }
            }
            #expect(throws: SocketError.security(.endedInHandshake)) {
                try secure.connect(to: curt.boundAddress)
            }
        }
    }

    @Test
    func `A server that says nothing is given up in time`() throws {
        try SecureNetwork.run { secure in
            let silent = try secure.network.listen { _ in RecordingHandler() }
            var options = ConnectionOptions()
            options.handshakeNanoseconds = 30_000_000
            #expect(throws: SocketError.security(.handshakeTimedOut)) {
                try secure.connect(to: silent.boundAddress, options: options)
            }
            #expect(throws: SocketError.timedOut) {
                try secure.network.connect(
                    to: silent.boundAddress,
                    securedBy: secure.client,
                    timeoutNanoseconds: 30_000_000
                )
            }
            try expectSoon { silent.connectionCount == 0 }
        }
    }

    @Test
    func `Stopping a loop ends its handshakes`() throws {
        let results = Mailbox<Result<Connection, SocketError>>()
        try SecureNetwork.run { secure in
            let arrived = Mailbox<Bool>()
            let silent = try secure.network.listen { _ in
                RecordingHandler { _, buffer in
                    buffer.consumeAll()
                    arrived.put(true)
                }
            }
            Connector.connect(
                to: silent.boundAddress,
                securedBy: secure.client,
                on: secure.network.group.loops[1],
                timeoutNanoseconds: TestNetwork.timeoutNanoseconds,
                handler: { _ in RecordingHandler() },
                completion: { results.put($0) }
            )
            _ = try arrived.take()
            secure.network.group.loops[1].stop()
            secure.network.group.loops[1].join()
        }
        guard case .failure(let error) = try results.take() else {
            Issue.record("It connected.")
            return
        }
        #expect(error == .loopStopped)
    }
}
