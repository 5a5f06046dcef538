import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Overlay index")
struct OverlayIndexTests {
    @Test func findsWhatWasAdded() {
        var generator = SeededGenerator()
        let index = OverlayIndex(nodeCountMax: 1_000, from: SpareMemory())
        var nodes: [UInt64: [Arena.Offset]] = [:]
        var node: Arena.Offset = 0
        while index.hasRoom(for: 1) {
            node += 8
            // Few low and few high bits: many nodes share a slot, and some a whole hash.
            let low = UInt64.random(in: 0...200, using: &generator)
            let hash = UInt64.random(in: 0...3, using: &generator) << 32 | low
            index.insert(node, hash: hash)
            nodes[hash, default: []].append(node)
        }
        let nodeCount = index.nodeCount
        #expect(nodeCount >= 1_000)
        #expect(nodeCount == Int(node) / 8)
        for (hash, added) in nodes {
            let found = added.map { node in index.find(hash) { $0 == node } }
            #expect(found == added)
            let none = index.find(hash) { _ in false }
            #expect(none == nil)
        }
        let absent = index.find(1 << 60) { _ in true }
        #expect(absent == nil)
    }

    @Test func emptyIndexFindsNothing() {
        let index = OverlayIndex(nodeCountMax: 0, from: SpareMemory())
        let found = index.find(0) { _ in true }
        #expect(found == nil)
        let rooms = [48, 49].map { index.hasRoom(for: $0) }
        #expect(rooms == [true, false])
    }

    @Test func oneTooManyIsABug() async {
        await #expect(processExitsWith: .failure) {
            let index = OverlayIndex(nodeCountMax: 0, from: SpareMemory())
            for number in 1...49 { index.insert(Arena.Offset(8 * number), hash: UInt64(number)) }
        }
    }

    @Test func levelsBecomeRareByEighths() {
        var heights = HeightSource()
        var counts = [Int](repeating: 0, count: 13)
        for _ in 0..<100_000 { counts[heights.next(max: 12)] += 1 }
        #expect(counts[0] == 0)
        for height in 1...3 {
            let reaching = counts[height...].reduce(0, +)
            let higher = counts[(height + 1)...].reduce(0, +)
            #expect((reaching / 11...reaching / 6).contains(higher))
        }
        var low = HeightSource()
        let isLow = (0..<1_000).allSatisfy { _ in low.next(max: 1) == 1 }
        #expect(isLow)
    }
}
