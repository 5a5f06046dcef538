import Domain
import Testing

@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct SlotCacheTests {
    private static let slotCount = 16

    @Test func whatWasSetIsKnown() {
        let cache = SlotCache<UserNumber, String>(slotCount: Self.slotCount)
        #expect(cache[UserNumber(1)] == nil)
        cache[UserNumber(1)] = "a"
        cache[UserNumber(2)] = "b"
        cache[UserNumber(1)] = "c"
        #expect(cache[UserNumber(1)] == "c")
        #expect(cache[UserNumber(2)] == "b")
        cache[UserNumber(1)] = nil
        #expect(cache[UserNumber(1)] == nil)
        cache.removeAll()
        #expect(cache[UserNumber(2)] == nil)
    }

    @Test(arguments: [0, 1, 15, .max] as [UInt64])
    func aKeyIsNotTakenForAnotherOfTheSameSlot(number: UInt64) {
        let cache = SlotCache<UserNumber, String>(slotCount: Self.slotCount)
        let user = UserNumber(number)
        let other = UserNumber(number &+ UInt64(Self.slotCount))
        cache[user] = "a"
        #expect(cache[other] == nil)
        cache[other] = nil
        #expect(cache[user] == "a")
        cache[other] = "b"
        #expect(cache[other] == "b")
        #expect(cache[user] == nil)
    }
}
