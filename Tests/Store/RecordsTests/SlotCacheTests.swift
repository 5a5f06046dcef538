import Domain
import Testing

@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct SlotCacheTests {
    private static let slotCount = 16

    @Test func whatWasSetIsKnown() {
        var cache = SlotCache<UserNumber, String>(slotCountMax: Self.slotCount)
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
        var cache = SlotCache<UserNumber, String>(slotCountMax: Self.slotCount)
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

    @Test func thereAreAsManySlotsAsKeysComeUpToAFixedNumber() {
        let countMax = 8_192
        var cache = SlotCache<UserNumber, UInt64>(slotCountMax: countMax)
        for number in 0..<UInt64(1_000) { cache[UserNumber(number)] = number }
        #expect(cache.slotCount < countMax && Self.known(0..<1_000, cache) == 1_000)
        for _ in 0..<2 {
            for number in 0..<UInt64(countMax) { cache[UserNumber(number)] = number }
        }
        #expect(cache.slotCount == countMax && Self.known(0..<UInt64(countMax), cache) == countMax)
        for number in 0..<UInt64(4 * countMax) { cache[UserNumber(number)] = number }
        #expect(cache.slotCount == countMax)
        #expect(Self.known(0..<UInt64(3 * countMax), cache) == 0)
        cache.removeAll()
        #expect(cache.slotCount < countMax && Self.known(0..<UInt64(4 * countMax), cache) == 0)
    }

    private static func known(
        _ numbers: Range<UInt64>,
        _ cache: borrowing SlotCache<UserNumber, UInt64>
    ) -> Int {
        var count = 0
        for number in numbers where cache[UserNumber(number)] == number { count += 1 }
        return count
    }
}
