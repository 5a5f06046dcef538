import Locking
import TestSupport
import Testing

@testable import Networking

@Suite
struct ConnectionTests {
    @Test
    func `Small messages come back, over TCP and over a Unix socket`() throws {
        try withTemporaryDirectory { directory in
            let addresses = [
                TestNetwork.loopback, .tcp(host: "::1", port: 0),
                .unix(path: "\(directory)/x.sock"),
            ]
            for address in addresses {
                try TestNetwork.run { network in
                    let pair = try network.pair(at: address, server: .echo())
                    for message in [[1], [2, 3], Array("note".utf8)] as [[UInt8]] {
                        pair.client.loop.execute { pair.client.write(message) }
                        let echoed = try pair.clientHandler.takeBytes(message.count)
                        #expect(echoed == message)
                    }
                }
            }
        }
    }

    @Test(arguments: [nil, 4_096] as [Int32?])
    func `Eight mebibytes come back whole through buffers of any size`(
        bufferByteCount: Int32?
    ) throws {
        try TestNetwork.run { network in
            var options = ConnectionOptions()
            options.sendBufferByteCount = bufferByteCount
            options.receiveBufferByteCount = bufferByteCount
            let pair = try network.pair(
                server: .echo(),
                serverOptions: options,
                clientOptions: options
            )
            let byteCount = bufferByteCount == nil ? 8_388_608 : 524_288
            var generator = SeededGenerator(seed: 1)
            let message = (0..<byteCount / 8).flatMap { _ in
                withUnsafeBytes(of: generator.next()) { Array($0) }
            }
            pair.client.loop.execute { pair.client.write(message) }
            let echoed = try pair.clientHandler.takeBytes(byteCount)
            #expect(echoed == message)
        }
    }

    @Test
    func `What is written in one turn arrives as one delivery`() throws {
        try TestNetwork.run { network in
            let pair = try network.pair()
            pair.client.loop.execute {
                for byte in 0..<100 as Range<UInt8> { pair.client.write([byte]) }
            }
            let event = try pair.serverHandler.events.take()
            #expect(event == .received(Array(0..<100)))
        }
    }

    @Test
    func `Bytes left unconsumed stay in front of those that follow`() throws {
        try TestNetwork.run { network in
            let server = RecordingHandler { _, buffer in
                if buffer.count >= 4 { buffer.consume(3) }
            }
            let pair = try network.pair(server: server)
            var expected: [[UInt8]] = [[1], [1, 2], [1, 2, 3, 4], [4, 5]]
            expected.append([4] + [UInt8](5...255))
            for (byteCount, delivery) in zip([1, 1, 2, 1, 250], expected) {
                let message = Array(delivery.suffix(byteCount))
                pair.client.loop.execute { pair.client.write(message) }
                let event = try server.events.take()
                #expect(event == .received(delivery))
            }
        }
    }

    @Test
    func `A partial message grows by what arrives and is delivered whole`() throws {
        try TestNetwork.run { network in
            let byteCount = 3_000_000
            let whole = Mailbox<Int>()
            let server = RecordingHandler { _, buffer in
                guard buffer.count >= byteCount else { return }
                whole.put(buffer.count)
                buffer.consumeAll()
            }
            let pair = try network.pair(server: server)
            for _ in 0..<2 {
                pair.client.loop.execute {
                    pair.client.write([UInt8](repeating: 1, count: byteCount))
                }
                let received = try whole.take()
                #expect(received == byteCount)
            }
        }
    }

    @Test
    func `Pausing holds the sender back and resuming lets it go on`() throws {
        try TestNetwork.run { network in
            var options = ConnectionOptions()
            options.sendBufferByteCount = 4_096
            options.receiveBufferByteCount = 4_096
            options.highWaterMark = 65_536
            options.lowWaterMark = 1_024
            let byteCount = 1_000_000
            let pair = try network.pair(serverOptions: options, clientOptions: options)
            _ = try pair.server.loop.run { pair.server.pauseReading() }
            let isWritable = try pair.client.loop.run {
                pair.client.write([UInt8](repeating: 1, count: byteCount))
                return pair.client.isWritable
            }
            #expect(!isWritable)
            let held = Mailbox<(byteCount: Int, capacity: Int)>()
            pair.client.loop.execute {
                // Long enough for loopback to move everything, if anybody took it.
                pair.client.loop.schedule(afterNanoseconds: 50_000_000) {
                    let outbound = pair.client.outboundByteCount
                    held.put((outbound, pair.client.outbound.queue.capacity))
                }
            }
            let (heldByteCount, heldCapacity) = try held.take()
            #expect(heldByteCount > byteCount / 2)
            #expect(heldCapacity <= 2 * heldByteCount)
            #expect(pair.serverHandler.events.count == 0)
            #expect(pair.clientHandler.events.count == 0)
            pair.server.loop.execute { pair.server.resumeReading() }
            let received = try pair.serverHandler.takeBytes(byteCount)
            #expect(received.count == byteCount)
            let event = try pair.clientHandler.events.take()
            #expect(event == .drained)
            let isWritableAgain = try pair.client.loop.run { pair.client.isWritable }
            #expect(isWritableAgain)
        }
    }

    @Test
    func `A connection is not writable while its peer takes nothing`() throws {
        try TestNetwork.run { network in
            var options = ConnectionOptions()
            options.sendBufferByteCount = 4_096
            options.receiveBufferByteCount = 4_096
            let byteCount = options.lowWaterMark
            let pair = try network.pair(serverOptions: options, clientOptions: options)
            _ = try pair.server.loop.run { pair.server.pauseReading() }
            let isWritable = try pair.client.loop.run {
                pair.client.write([UInt8](repeating: 1, count: byteCount))
                return pair.client.isWritable
            }
            #expect(isWritable)
            let isWritableOnceSent = try pair.client.loop.run { pair.client.isWritable }
            #expect(!isWritableOnceSent)
            pair.server.loop.execute { pair.server.resumeReading() }
            #expect(try pair.serverHandler.takeBytes(byteCount).count == byteCount)
            #expect(try pair.clientHandler.events.take() == .drained)
        }
    }

    @Test
    func `Resuming delivers left-over bytes again though nothing new arrives`() throws {
        try TestNetwork.run { network in
            let server = RecordingHandler { connection, buffer in
                buffer.consume(1)
                if !buffer.isEmpty { connection.pauseReading() }
            }
            let pair = try network.pair(server: server)
            pair.client.loop.execute { pair.client.write([1, 2, 3]) }
            for expected in [[1, 2, 3], [2, 3], [3]] as [[UInt8]] {
                let event = try server.events.take()
                #expect(event == .received(expected))
                pair.server.loop.execute { pair.server.resumeReading() }
            }
        }
    }

    @Test
    func `A flood on one connection leaves the others their turn`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let flooded = Mailbox<Int>()
            let floodedByteCount = Atomic<Int>(0)
            let flood = RecordingHandler { _, buffer in
                floodedByteCount.add(buffer.count, ordering: .relaxed)
                flooded.put(buffer.count)
                buffer.consumeAll()
            }
            let floodedBefore = Mailbox<Int>()
            let bystander = RecordingHandler { _, buffer in
                floodedBefore.put(floodedByteCount.load(ordering: .relaxed))
                buffer.consumeAll()
            }
            let pair = try network.pair(server: flood)
            let other = try network.pair(server: bystander)
            pair.client.loop.execute {
                pair.client.write([UInt8](repeating: 1, count: 8_388_608))
                other.client.write([1])
            }
            // All run on one loop, so this is what the flood had got when the other's turn came.
            let byteCountBefore = try floodedBefore.take()
            #expect(byteCountBefore < 8_388_608)
            var received = 0
            while received < 8_388_608 {
                let byteCount = try flooded.take()
                #expect(byteCount <= EventLoop.receiveByteCountPerTurn)
                received += byteCount
            }
        }
    }

    @Test
    func `A handler that consumes nothing is cut off at the limit`() throws {
        try TestNetwork.run { network in
            var options = ConnectionOptions()
            options.receiveByteCountMax = 100_000
            let pair = try network.pair(
                server: RecordingHandler { _, _ in },
                serverOptions: options
            )
            pair.client.loop.execute {
                pair.client.write([UInt8](repeating: 1, count: 1_000_000))
            }
            let reason = try pair.serverHandler.takeCloseReason()
            #expect(reason == .receiveLimitExceeded)
        }
    }

    @Test
    func `Memory follows the bytes received, and an idle connection owns none`() throws {
        try TestNetwork.run { network in
            let byteCount = 300_000
            let seen = Mailbox<Int>()
            let server = RecordingHandler { connection, buffer in
                seen.put(buffer.count)
                guard buffer.count > byteCount else { return }
                buffer.withUnsafeBytes { connection.write(contentsOf: $0) }
                buffer.consumeAll()
            }
            let pair = try network.pair(server: server)
            pair.client.loop.execute {
                pair.client.write([UInt8](repeating: 1, count: byteCount))
            }
            while try seen.take() < byteCount {}
            let partial = try pair.server.loop.run { pair.server.received.queue.capacity }
            #expect(partial <= 2 * byteCount + 16_384)
            pair.client.loop.execute { pair.client.write([1]) }
            _ = try pair.clientHandler.takeBytes(byteCount + 1)
            let idle = try pair.server.loop.run {
                pair.server.received.queue.capacity + pair.server.outbound.queue.capacity
            }
            #expect(idle == 0)
        }
    }

    @Test
    func `A connection knows when it last heard of its peer`() throws {
        try TestNetwork.run { network in
            let pair = try network.pair()
            let before = try pair.server.loop.run { pair.server.lastReceivedAt }
            pair.client.loop.execute { pair.client.write([1]) }
            _ = try pair.serverHandler.takeBytes(1)
            let after = try pair.server.loop.run { pair.server.lastReceivedAt }
            #expect(after > before)
        }
    }
}
