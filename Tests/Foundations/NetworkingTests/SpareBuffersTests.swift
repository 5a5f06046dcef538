import Testing

@testable import Networking

@Suite
struct SpareBuffersTests {
    @Test
    func `What was used last is handed out first, then nothing`() {
        var spare = SpareBuffers()
        for capacity in [1_024, 4_096, 2_048] { spare.keep(ByteQueue(capacity: capacity)) }
        #expect(spare.count == 3)
        #expect(spare.byteCount == 7_168)
        for capacity in [2_048, 4_096, 1_024, 0] { #expect(spare.take().capacity == capacity) }
        #expect(spare.count == 0)
        #expect(spare.byteCount == 0)
    }

    @Test
    func `No more is kept than the limit, of few large pieces and of many small ones`() {
        var spare = SpareBuffers()
        for _ in 0..<100 { spare.keep(ByteQueue(capacity: SpareBuffers.capacityMax)) }
        #expect(spare.byteCount == SpareBuffers.byteCountMax)
        while spare.count > 0 { _ = spare.take() }
        for _ in 0..<100 { spare.keep(ByteQueue(capacity: 256)) }
        #expect(spare.count <= 64)
        #expect(spare.byteCount == spare.count * 256)
    }

    @Test
    func `A piece above its limit is given back, and no memory is not kept as a piece`() {
        var spare = SpareBuffers()
        spare.keep(ByteQueue(capacity: SpareBuffers.capacityMax + 1))
        spare.keep(ByteQueue())
        #expect(spare.count == 0)
        #expect(spare.byteCount == 0)
    }

    @Test
    func `Connections of one loop write to the same memory, one after the other`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let message = [UInt8](repeating: 1, count: 100_000)
            for _ in 0..<3 {
                let pair = try network.pair(server: .echo())
                pair.client.loop.execute { pair.client.write(message) }
                let echoed = try pair.clientHandler.takeBytes(message.count)
                #expect(echoed == message)
                let loop = pair.server.loop
                let (owned, spareCount) = try loop.run {
                    let owned = pair.server.outbound.queue.capacity
                    return (owned + pair.client.outbound.queue.capacity, loop.spareBuffers.count)
                }
                #expect(owned == 0)
                // One for each end: the echo begins before all of the message has left.
                #expect((1...2).contains(spareCount))
            }
        }
    }
}
