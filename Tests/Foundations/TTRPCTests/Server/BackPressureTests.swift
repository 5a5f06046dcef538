import Locking
import Testing

@testable import TTRPC

/// What a peer costs that floods, stalls or reads slowly.
@Suite(.timeLimit(.minutes(1)))
struct BackPressureTests {
    /// A stream that counts what it could send before it was told to wait.
    private final class Producer: ServerStreamHandler {
        let sentByteCount: Atomic<Int>
        private let total: Int
        private let obeys: Bool
        private var rest: Int

        init(total: Int, obeys: Bool) {
            self.total = total
            self.obeys = obeys
            rest = total
            sentByteCount = Atomic(0)
        }

        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
            produce(stream)
        }

        func streamIsWritable(_ stream: ServerStream) {
            produce(stream)
        }

        private func produce(_ stream: ServerStream) {
            var mayGoOn = true
            while rest > 0, mayGoOn || !obeys {
                rest -= 1
                mayGoOn = stream.send(byteCount: 1_000) { output in
                    for _ in 0..<1_000 { output.append(7) }
                }
                sentByteCount.add(1_000, ordering: .relaxed)
            }
            if rest == 0 { stream.finish() }
        }
    }

    private static func router(_ producer: Producer) -> Router {
        nonisolated(unsafe) let producer = producer
        var router = Router.underTest()
        router.registerStream(Methods.method("Produce"), .serverStream) {
            _,
            _ throws(RPCError) in producer
        }
        return router
    }

    @Test
    func aSlowReaderOfAStreamCostsBoundedMemory() async throws {
        let producer = Producer(total: 20_000, obeys: true)
        let server = try RunningServer(Self.router(producer))
        let peer = try RawPeer(server, receiveBufferByteCount: 4_096)
        try await peer.send(requestFrame(1, "svc", "Produce", flags: 1))
        let first = try #require(try await peer.receive())
        #expect(first.body.count == 1_000)
        // What the sockets hold and one high-water mark: far from all of it.
        #expect(producer.sentByteCount.load(ordering: .relaxed) < 1_000_000)
        var count = 1
        while let frame = try await peer.receive(), !frame.header.flags.contains(.remoteClosed) {
            count += 1
        }
        #expect(count == 20_000)
    }

    @Test
    func aProducerThatDoesNotWaitLosesItsStream() async throws {
        let producer = Producer(total: 20_000, obeys: false)
        let server = try RunningServer(Self.router(producer))
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "Produce", flags: 1))
        var last = try #require(try await peer.receive())
        while last.header.type != .response { last = try #require(try await peer.receive()) }
        #expect(last.response?.status == .slowReader)
        try await peer.send(requestFrame(3, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.payload == [7])
    }

    @Test
    func asyncProducersWaitForTheirReader() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        var count: UInt32 = 0
        let messages = try client.serverStream(
            Methods.flood,
            Sum(num: 3_000),
            returning: EchoPayload.self
        )
        for try await message in messages {
            #expect(message.seq == count)
            count += 1
        }
        #expect(count == 3_000)
    }

    @Test
    func otherConnectionsGoOnWhileOneIsStuck() async throws {
        let server = try RunningServer()
        let stuck = try RawPeer(server, receiveBufferByteCount: 4_096)
        try await stuck.send(
            requestFrame(1, "svc", "Flood", flags: 1, payload: [0x10] + varint(1_000_000))
        )
        #expect(try await stuck.receive() != nil)
        let client = try await server.connect()
        for _ in 0..<100 { #expect(try await client.call(Methods.raw, payload: [7]) == [7]) }
    }

    /// Sends all of some bytes; false if the server has stopped reading before.
    private func flood(_ peer: RawPeer, with bytes: [UInt8]) async -> Bool {
        var offset = 0
        var stallCount = 0
        while offset < bytes.count {
            let count = peer.sendWithoutWaiting(Array(bytes[offset...]))
            if count > 0 {
                offset += count
                stallCount = 0
            } else {
                stallCount += 1
                if stallCount > 200 { return false }
                await peer.pause()
            }
        }
        return true
    }

    @Test
    func aFloodWithoutReadingComesToRest() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server, receiveBufferByteCount: 4_096)
        let payload = [UInt8](repeating: 7, count: 16_000)
        var sentCount = 0
        var id: UInt32 = 1
        // 16,000 requests of 16 kB: the server stops reading long before the last one.
        while id < 32_000 {
            let bytes = requestFrame(id, "svc", "Raw", payload: payload)
            guard await flood(peer, with: bytes) else { break }
            sentCount += bytes.count
            id += 2
        }
        #expect(sentCount < 64 << 20)
        for expected in stride(from: UInt32(1), to: id, by: 2) {
            #expect(try await peer.receive()?.header.streamID == StreamID(expected))
        }
    }

    @Test
    func aFloodOfTheSmallestRequestsIsSoonOver() async throws {
        let handledCount = Mutex(0)
        var router = Router.underTest()
        router.registerUnary(Methods.method("Count")) { _, _, reply in
            handledCount.withLock { $0 += 1 }
            reply.succeed([])
        }
        let server = try RunningServer(router)
        let peer = try RawPeer(server, receiveBufferByteCount: 4_096)
        let blockCountMax = 1_000
        for block in 0..<blockCountMax {
            let ids = (0..<1_000).map { 2 * UInt32(block * 1_000 + $0) + 1 }
            let bytes = ids.flatMap { requestFrame($0, "svc", "Count") }
            guard await flood(peer, with: bytes) else { break }
            #expect(block < blockCountMax - 1, "A million requests are never read.")
        }
        // 64 KiB of answers of 12 bytes, and what the peer and one turn take.
        #expect(handledCount.withLock { $0 } < 10_000)
    }

    @Test
    func deferredRequestsBeyondTheLimitWaitTheirTurn() async throws {
        let replies = Mutex<[DeferredReply]>([])
        var router = Router.underTest()
        router.registerUnary(Methods.method("Later")) { _, _, reply in
            let deferred = reply.deferred()
            replies.withLock { $0.append(deferred) }
        }
        let server = try RunningServer(router) { $0.limits.runningRequestCountPerConnectionMax = 2 }
        let peer = try RawPeer(server)
        try await peer.send([1, 3, 5].flatMap { requestFrame($0, "svc", "Later") })
        try await peer.send(requestFrame(7, "svc", "Raw", payload: [7]))
        var answeredIDs: [UInt32] = []
        while answeredIDs.count < 4, !Task.isCancelled {
            await Task.yield()
            let waiting = replies.withLock { replies in
                #expect(replies.count <= 2)
                defer { replies = [] }
                return replies
            }
            for reply in waiting {
                reply.succeed([])
                answeredIDs.append(try #require(try await peer.receive()).header.streamID.rawValue)
            }
            if answeredIDs.count == 3 {
                answeredIDs.append(try #require(try await peer.receive()).header.streamID.rawValue)
            }
        }
        // 7 needs no deferring, so that it may pass 5.
        #expect(answeredIDs.prefix(2) == [1, 3])
        #expect(answeredIDs.sorted() == [1, 3, 5, 7])
    }

    @Test
    func aHandlerThatDoesNotReadStopsItsCallerOnly() async throws {
        let gate = AsyncGate()
        var router = Router.underTest()
        router.clientStream(Methods.method("Lazy")) { (parts: MessageSequence<Part>, _) in
            await gate.wait()
            var sum = Sum()
            for try await _ in parts { sum.num += 1 }
            return sum
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        let other = try await server.connect()
        let stream: TypedStream<Part, Sum> = client.clientStream(Methods.method("Lazy"))
        for _ in 0..<1_000 { try await stream.send(Part(add: 1)) }
        #expect(try await other.call(Methods.raw, payload: [7]) == [7])
        gate.open()
        #expect(try await stream.finish() == Sum(num: 1_000))
    }
}
