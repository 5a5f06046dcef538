import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Arena")
struct ArenaTests {
    @Test func handsOutPlacesThatDoNotOverlap() {
        let arena = Arena(OverlayMemory(byteCount: 4_096))
        var end = Arena.alignment
        for count in [1, 8, 9, 0, 64, 7] {
            let place = arena.allocate(count)
            #expect(place != Arena.none)
            #expect(Int(place) == end)
            end += Arena.footprint(count)
            let used = arena.usedByteCount
            #expect(used == end)
        }
        let memory = UnsafeRawBufferPointer(start: arena.pointer(8), count: end - 8)
        #expect(memory.allSatisfy { $0 == 0 })
    }

    @Test func hasRoomToTheLastByte() {
        let arena = Arena(OverlayMemory(byteCount: 64))
        let before = [56, 57].map { arena.hasRoom(for: $0) }
        #expect(before == [true, false])
        _ = arena.allocate(50)
        let after = [0, 1].map { arena.hasRoom(for: $0) }
        #expect(after == [true, false])
    }

    @Test func keepsWhatWasStored() {
        let arena = Arena(OverlayMemory(byteCount: 4_096))
        let (one, other) = (arena.allocate(16), arena.allocate(16))
        arena.store(UInt64.max - 1, one, 0)
        arena.store(7 as UInt8, one, 15)
        arena.publish(other, one, 8)
        let links = [arena.link(one, 8), arena.link(other, 8)]
        #expect(links == [other, Arena.none])
        let (wide, narrow): (UInt64, UInt8) = (arena.load(one, 0), arena.load(one, 15))
        #expect(wide == UInt64.max - 1)
        #expect(narrow == 7)
    }

    @Test func fullArenaIsABug() async {
        await #expect(processExitsWith: .failure) {
            let arena = Arena(OverlayMemory(byteCount: 64))
            _ = arena.allocate(57)
        }
    }
}
