import TestSupport
import Testing

@testable import Networking

@Suite
struct ByteQueueTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `Random appends and removals match a plain array`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = ByteQueue()
        var model: [UInt8] = []
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<7, using: &generator) {
            case 0...2:
                let count = Int.random(in: 0...300, using: &generator)
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                bytes.withUnsafeBytes { queue.append(contentsOf: $0) }
                model += bytes
            case 3:
                queue.append(UInt8(model.count & 255))
                model.append(UInt8(model.count & 255))
            case 4, 5:
                let count = Int.random(in: 0...model.count, using: &generator)
                queue.removeFirst(count)
                model.removeFirst(count)
            default:
                queue.shrink(keepingSpare: Int.random(in: 0...600, using: &generator))
            }
            let isSame = queue.withUnsafeBytes { $0.elementsEqual(model) }
            #expect(isSame && queue.count == model.count, "seed \(seed)")
            #expect(queue.capacity >= queue.count)
        }
    }

    @Test
    func `An empty queue owns no memory and gives all back`() {
        var queue = ByteQueue()
        #expect(queue.capacity == 0)
        #expect(queue.withUnsafeBytes { $0.count } == 0)
        queue.reserve(100_000)
        #expect(queue.capacity >= 100_000)
        queue.shrink(keepingSpare: 0)
        #expect(queue.capacity == 0)
    }

    @Test
    func `Consumed room is used again instead of growing`() {
        var queue = ByteQueue(capacity: 1_024)
        for _ in 0..<1_000 {
            [UInt8](repeating: 7, count: 400).withUnsafeBytes { queue.append(contentsOf: $0) }
            queue.removeFirst(queue.count > 400 ? 400 : 200)
        }
        #expect(queue.capacity == 1_024)
    }

    @Test
    func `An outbound buffer appends in every way and takes back`() throws {
        var buffer = OutboundBuffer()
        let isEmptyAtFirst = buffer.isEmpty
        #expect(isEmptyAtFirst)
        buffer.reserve(64)
        buffer.append([9, 9])
        buffer.append(1)
        [2, 3].withUnsafeBytes { buffer.append($0.bytes.extracting(first: 1)) }
        try buffer.append(upTo: 16) { output throws(Refused) in
            output.append(4)
            output.append(5)
        }
        [6 as UInt8].withUnsafeBytes { buffer.append(contentsOf: $0) }
        #expect(buffer.bytes == [9, 9, 1, 2, 4, 5, 6])
        #expect(throws: Refused.self) {
            try buffer.append(upTo: 8) { output throws(Refused) in
                output.append(7)
                throw Refused()
            }
        }
        buffer.truncate(to: 3)
        #expect(buffer.bytes == [9, 9, 1])
    }

    @Test
    func `A receive buffer lends what was not consumed`() {
        var buffer = ReceiveBuffer()
        [UInt8]([1, 2, 3]).withUnsafeBytes { buffer.append(contentsOf: $0) }
        buffer.consume(1)
        #expect(buffer.count == 2)
        #expect(buffer.withBytes { $0.unsafeLoad(as: UInt8.self) } == 2)
        buffer.consumeAll()
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
    }

    @Test
    func `Consuming more than there is ends the process`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ReceiveBuffer()
            buffer.consume(1)
        }
    }

    private struct Refused: Error {}
}

extension OutboundBuffer {
    fileprivate var bytes: [UInt8] {
        withBytes { span in span.withUnsafeBytes { Array($0) } }
    }
}
