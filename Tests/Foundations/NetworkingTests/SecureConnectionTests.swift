import COpenSSL
import Locking
import TestSupport
import Testing

@testable import Networking

@Suite
struct SecureConnectionTests {
    @Test(arguments: [TLSVersion.tls13, .tls12])
    func `Thousands of frames of all sizes arrive whole, also with slow readers`(
        versionMax: TLSVersion
    ) throws {
        try SecureNetwork.run(versionMin: .tls12) { secure in
            secure.client.limit(to: versionMax)
            var generator = SeededGenerator(seed: 7)
            var sizes = (0..<3_000).map { _ in Int.random(in: 1...200, using: &generator) }
            for size in [16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 300_000, 1_000_000] {
                sizes.insert(size, at: Int.random(in: 0...sizes.count, using: &generator))
            }
            let frames = sizes
            var options = ConnectionOptions()
            options.sendBufferByteCount = 8_192
            options.receiveBufferByteCount = 8_192
            let byteCount = frames.reduce(0, +)
            let tallies = (Tally(of: byteCount), Tally(of: byteCount))
            let pair = try secure.pair(
                server: tallies.0.handler,
                client: tallies.1.handler,
                options: options
            )
            for (connection, seed) in [(pair.server, UInt8(1)), (pair.client, 101)] {
                connection.loop.execute {
                    var next = seed
                    for size in frames { connection.write(Tally.bytes(size, &next)) }
                }
            }
            let digests = try [tallies.1, tallies.0].map { try $0.digests.take() }
            #expect(
                digests == [Tally.digest(seed: 1, byteCount), Tally.digest(seed: 101, byteCount)]
            )
        }
    }

    @Test
    func `An idle connection owns no buffers`() throws {
        try SecureNetwork.run { secure in
            let pair = try secure.pair(server: .echo())
            pair.client.loop.execute { pair.client.write([UInt8](repeating: 1, count: 300_000)) }
            _ = try pair.clientHandler.takeBytes(300_000)
            for connection in [pair.client, pair.server] {
                let capacities = try connection.loop.run {
                    [
                        connection.session?.inbound.capacity, connection.session?.outgoing.capacity,
                        connection.outbound.queue.capacity, connection.received.queue.capacity,
                    ]
                }
                #expect(capacities == [0, 0, 0, 0])
            }
        }
    }

    @Test
    func `A byte changed on the way ends the connection, and nothing of the record is delivered`()
        throws
    {
        try SecureNetwork.run { secure in
            var generator = SeededGenerator(seed: 11)
            for position in [0, 1, 3, 4, 5, 20, 30, 36] {
                let handler = RecordingHandler()
                let listener = try secure.listen { _ in handler }
                let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
                try peer.socket.send(try peer.encrypted([1, 2, 3]))
                let first = try handler.takeBytes(3)
                #expect(first == [1, 2, 3])
                var record = try peer.encrypted([UInt8](repeating: 4, count: 15))
                record[position] ^= UInt8.random(in: 1...255, using: &generator)
                // Some lengths make the server wait for more.
                try peer.socket.send(record + [UInt8](repeating: 0, count: 70_000))
                peer.socket.endSending()
                let reason = try handler.takeCloseReason()
                guard case .security = reason else {
                    Issue.record("Byte \(position) changed: \(reason)")
                    continue
                }
            }
        }
    }

    @Test
    func `The peer's word that nothing more comes ends the stream in order`() throws {
        try SecureNetwork.run { secure in
            let handler = RecordingHandler(receiveEnd: { connection in
                connection.loop.schedule(afterNanoseconds: 1_000_000) {
                    connection.write([8, 9])
                    connection.close()
                }
            })
            let listener = try secure.listen { _ in handler }
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            try peer.socket.send(try peer.encrypted([5]) + peer.farewell())
            let events = try (0..<3).map { _ in try handler.events.take() }
            #expect(events == [.received([5]), .receivedEnd, .closed(.peerClosed)])
            let late = try peer.receive(3)
            #expect(late == [8, 9])
        }
    }

    @Test
    func `That word waits behind bytes which were not taken yet`() throws {
        try SecureNetwork.run { secure in
            let isRested = Atomic(false)
            let handler = RecordingHandler(receive: { connection, buffer in
                if isRested.load(ordering: .relaxed) { return buffer.consumeAll() }
                isRested.store(true, ordering: .relaxed)
                connection.pauseReading()
                connection.loop.schedule(afterNanoseconds: 1_000_000) {
                    connection.resumeReading()
                }
            })
            let listener = try secure.listen { _ in handler }
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            try peer.socket.send(try peer.encrypted([5]) + peer.farewell())
            let events = try (0..<4).map { _ in try handler.events.take() }
            #expect(
                events == [.received([5]), .received([5]), .receivedEnd, .closed(.peerClosed)]
            )
        }
    }

    @Test
    func `A stream that ends without that word was cut off`() throws {
        try SecureNetwork.run { secure in
            let handler = RecordingHandler()
            let listener = try secure.listen { _ in handler }
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            try peer.socket.send(try peer.encrypted([5]))
            peer.socket.endSending()
            let events = try (0..<2).map { _ in try handler.events.take() }
            #expect(events == [.received([5]), .closed(.security(.truncated))])
        }
    }

    @Test
    func `Both sides learn that a connection was closed in order, after all its bytes`() throws {
        try SecureNetwork.run { secure in
            let pair = try secure.pair()
            let byteCount = 1_000_000
            pair.client.loop.execute {
                pair.client.write([UInt8](repeating: 1, count: byteCount))
                pair.client.close()
            }
            let received = try pair.serverHandler.takeBytes(byteCount)
            #expect(received == [UInt8](repeating: 1, count: byteCount))
            let events = try (0..<2).map { _ in try pair.serverHandler.events.take() }
            #expect(events == [.receivedEnd, .closed(.peerClosed)])
            let reason = try pair.clientHandler.takeCloseReason()
            #expect(reason == .local)
        }
    }

    @Test
    func `New keys now and then are fine, and nothing but new keys is not`() throws {
        try SecureNetwork.run { secure in
            let handler = RecordingHandler.echo()
            let listener = try secure.listen { _ in handler }
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            for round: UInt8 in 0..<100 {
                try peer.socket.send(try peer.newKey() + peer.encrypted([round]))
                let echoed = try peer.receive(1)
                #expect(echoed == [round])
            }
            var flood: [UInt8] = []
            for _ in 0..<200 { flood += try peer.newKey() }
            try peer.socket.send(flood)
            let reason = try handler.takeCloseReason()
            #expect(reason == .security(.tooManyQuietRecords))
        }
    }

    @Test
    func `What was sent is counted as it travels, with what the peer called for`() throws {
        try SecureNetwork.run { secure in
            let accepted = Mailbox<Connection>()
            let handler = RecordingHandler()
            let listener = try secure.listen { connection in
                accepted.put(connection)
                return handler
            }
            let peer = try SecurePeer.connected(to: listener.boundAddress, secure.client)
            let server = try accepted.take()
            var data = ByteQueue()
            var byteCount = 0
            for (written, wholeByteCount) in [(300_000, 300_000), (1, 300_001)] {
                // The answer to the new key travels in front of what is written next.
                try peer.socket.send(try peer.newKey() + peer.encrypted([7]))
                _ = try handler.takeBytes(1)
                server.loop.execute { server.write([UInt8](repeating: 1, count: written)) }
                while data.count < wholeByteCount {
                    let arrived = try peer.socket.receiveSome()
                    try #require(!arrived.isEmpty)
                    byteCount += arrived.count
                    arrived.withUnsafeBytes { peer.session.inbound.append(contentsOf: $0) }
                    _ = peer.session.decrypt(into: &data)
                }
                let sent = try server.loop.run { server.sentByteCount }
                #expect(sent == byteCount)
            }
        }
    }

    @Test
    func `A client of TLS 1.2 cannot ask for another handshake`() throws {
        try SecureNetwork.run(versionMin: .tls12) { secure in
            secure.client.limit(to: .tls12)
            let accepted = Mailbox<Connection>()
            let handler = RecordingHandler.echo()
            let listener = try secure.listen { connection in
                accepted.put(connection)
                return handler
            }
            let peer = try SecurePeer(connectedTo: listener.boundAddress, secure.client)
            try peer.shakeHands()
            #expect(peer.session.version == "TLSv1.2")
            try peer.socket.send(peer.takeOutgoing())
            _ = try accepted.take()
            SSL_clear_options(peer.session.ssl, shim_SSL_OP_NO_RENEGOTIATION)
            try #require(SSL_renegotiate(peer.session.ssl) == 1)
            _ = SSL_do_handshake(peer.session.ssl)
            try peer.socket.send(peer.takeOutgoing())
            let answer = try peer.receive(1)
            #expect(answer.isEmpty)
            #expect(handler.events.count == 0)
        }
    }
}

/// What a connection has received in all, as one number once there are enough bytes.
private final class Tally: Sendable {
    let digests = Mailbox<UInt64>()
    private let byteCount: Int

    init(of byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Reads a little, and rests now and then.
    var handler: RecordingHandler {
        var (digest, count, readCount) = (UInt64(0), 0, 0)
        return RecordingHandler { [self] connection, buffer in
            buffer.withUnsafeBytes { bytes in
                for byte in bytes { digest = digest &* 31 &+ UInt64(byte) }
            }
            count += buffer.count
            buffer.consumeAll()
            if count == byteCount { digests.put(digest) }
            readCount += 1
            guard readCount.isMultiple(of: 16) else { return }
            connection.pauseReading()
            connection.loop.schedule(afterNanoseconds: 100_000) { connection.resumeReading() }
        }
    }

    static func bytes(_ count: Int, _ next: inout UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count {
            next = next &* 5 &+ 3
            bytes.append(next)
        }
        return bytes
    }

    static func digest(seed: UInt8, _ byteCount: Int) -> UInt64 {
        var (digest, next) = (UInt64(0), seed)
        for byte in bytes(byteCount, &next) { digest = digest &* 31 &+ UInt64(byte) }
        return digest
    }
}
