import EngineTestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Spare memory")
struct SpareMemoryTests {
    private let table = TableID(rawValue: 3)

    @Test func pieceOfTheSameSizeIsUsedAgain() {
        let spare = SpareMemory()
        let piece = spare.take(byteCount: 8_192)
        spare.keep(piece)
        #expect(spare.take(byteCount: 4_096) !== piece)
        #expect(spare.take(byteCount: 8_192) === piece)
        #expect(spare.take(byteCount: 8_192) !== piece)
    }

    @Test func noMoreIsKeptThanOneOverlayHas() {
        let spare = SpareMemory()
        let pieces = (0..<4).map { _ in spare.take(byteCount: 4_096) }
        for piece in pieces { spare.keep(piece) }
        let taken = (0..<4).map { _ in spare.take(byteCount: 4_096) }
        for index in 0..<3 { #expect(taken[index] === pieces[index + 1]) }
        #expect(!pieces.contains { $0 === taken[3] })
    }

    @Test func usedMemoryIsZeroOnceItIsCleared() {
        let piece = OverlayMemory(byteCount: 4_096)
        let bytes = UnsafeMutableRawBufferPointer(start: piece.base, count: piece.byteCount)
        piece.clear()
        #expect(bytes.allSatisfy { $0 == 0 })
        bytes.copyBytes(from: (1...100).map { UInt8($0) })
        piece.noteUse()
        piece.clear()
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test("An overlay knows nothing of the one whose memory it has")
    func overlayInUsedMemory() {
        let spare = SpareMemory()
        let before = memory(ofOverlayWith: 500, from: spare)
        let overlay = Overlay(byteCountMax: 64 << 10, from: spare)
        #expect(overlay.arena.memory === before.value)
        #expect(overlay.nodeCount == 0)
        #expect(overlay.isEmpty)
        #expect(overlay.following(nil) == nil)
        #expect(overlay.lastNode() == nil)
        for number in 0..<500 {
            #expect(overlay.seenChange(of: Key(number: number), in: table) == nil)
        }
        overlay.write([7], for: Key(number: 250), in: table, batch: 1)
        #expect(overlay.changes(table).map(\.value) == [[7]])
        #expect(overlay.lastNode() == overlay.following(nil))
    }

    @Test func memoryOfAnOverlayWithLittleInItIsGivenBack() {
        let spare = SpareMemory()
        let before = memory(ofOverlayWith: 1, from: spare)
        #expect(before.value == nil)
    }

    /// The memory of an overlay with so many keys that is gone; none if that is gone as well.
    private func memory(ofOverlayWith keyCount: Int, from spare: SpareMemory) -> WeakMemory {
        let overlay = Overlay(byteCountMax: 64 << 10, from: spare)
        for number in 0..<keyCount {
            overlay.write([1, 2, 3], for: Key(number: number), in: table, batch: 1)
        }
        return WeakMemory(overlay.arena.memory)
    }

    private final class WeakMemory {
        weak let value: OverlayMemory?

        init(_ value: OverlayMemory) {
            self.value = value
        }
    }
}
