import Dispatch
import Domain
import Locking
import Testing

@testable import Serving

@Suite struct RateTableTests {
    /// Ten in a thousand milliseconds.
    private static let (interval, period) = (UInt64(100), UInt64(1_000))

    private func take(_ key: UInt64, of table: RateTable, at now: UInt64) -> UInt64 {
        table.take(key, interval: Self.interval, period: Self.period, now: now)
    }

    /// A key whose place is in the first set of any table.
    private func key(_ number: UInt64) -> UInt64 { number << 40 }

    @Test func theWholeAllowanceCanBeTakenAtOnceAndNoMore() {
        let table = RateTable(setCount: 1)
        for _ in 0..<10 { #expect(take(1, of: table, at: 5_000) == 0) }
        #expect(take(1, of: table, at: 5_000) == 100)
        #expect(take(1, of: table, at: 5_099) == 1)
        #expect(take(1, of: table, at: 5_100) == 0)
        #expect(take(1, of: table, at: 5_100) == 100)
        #expect(take(1, of: table, at: 5_350) == 0)
        #expect(take(1, of: table, at: 5_350) == 0)
        #expect(take(1, of: table, at: 5_350) == 50)
    }

    @Test func whoDoesNothingForThePeriodHasAllOfItAgain() {
        let table = RateTable(setCount: 1)
        for _ in 0..<10 { _ = take(1, of: table, at: 5_000) }
        for _ in 0..<10 { #expect(take(1, of: table, at: 6_000) == 0) }
        #expect(take(1, of: table, at: 6_000) == 100)
    }

    @Test func severalPassAtOnceOrNotAtAll() throws {
        let gate = RateGate({ 5_000 })
        gate.set(Rate(10, per: .second))
        func waits(_ key: UInt64, _ count: Int) -> Bool {
            do throws(DomainError) {
                try gate.pass(RateKey(UserNumber(key)), times: count)
                return false
            } catch {
                return true
            }
        }
        #expect(!waits(1, 6) && waits(1, 5) && !waits(1, 4) && waits(1, 1) && !waits(1, 0))
        // More than there ever is takes all that there is.
        #expect(!waits(2, 11) && waits(2, 1))
        #expect(!waits(3, 1) && waits(3, .max))
    }

    @Test func whatIsLeftIsNoMoreThanThatAndComesBack() {
        let table = RateTable(setCount: 1)
        func leave(_ key: UInt64, _ count: UInt64, at now: UInt64) {
            let remainder = count * Self.interval
            table.leave(key, remainder: remainder, period: Self.period, now: now)
        }
        leave(1, 2, at: 5_000)
        for _ in 0..<2 { #expect(take(1, of: table, at: 5_000) == 0) }
        #expect(take(1, of: table, at: 5_000) == 100)
        // Who has less keeps less, and others keep all.
        leave(1, 2, at: 5_000)
        #expect(take(1, of: table, at: 5_000) == 100)
        for _ in 0..<10 { #expect(take(key(2), of: table, at: 5_000) == 0) }
        for _ in 0..<10 { #expect(take(1, of: table, at: 6_000) == 0) }
        leave(key(3), 50, at: 6_000)
        for _ in 0..<10 { #expect(take(key(3), of: table, at: 6_000) == 0) }
        #expect(take(key(3), of: table, at: 6_000) == 100)
    }

    @Test func keysAreCountedApart() {
        let table = RateTable(setCount: 2)
        for number in 0..<8 as Range<UInt64> {
            for _ in 0..<10 { #expect(take(key(number), of: table, at: 0) == 0) }
        }
        for number in 0..<8 as Range<UInt64> { #expect(take(key(number), of: table, at: 0) > 0) }
    }

    @Test func aFullSetForgetsWhoDidLeast() {
        let table = RateTable(setCount: 1)
        // The eighth key did least.
        for number in 1...8 as ClosedRange<UInt64> {
            for _ in number...9 { _ = take(key(number), of: table, at: 0) }
        }
        #expect(take(key(9), of: table, at: 0) == 0, "A stranger is let in.")
        for number in 1...7 as ClosedRange<UInt64> {
            for _ in 0..<number { #expect(take(key(number), of: table, at: 0) == 0) }
            #expect(take(key(number), of: table, at: 0) > 0, "\(number) is remembered.")
        }
        // Nine is now the one that did least, so that it makes room for eight, who begins anew.
        for _ in 0..<10 { #expect(take(key(8), of: table, at: 0) == 0) }
    }

    @Test func aFloodOfStrangersDoesNotWashOutWhoDidMore() {
        let table = RateTable(setCount: 4)
        for _ in 0..<10 { _ = take(key(1), of: table, at: 0) }
        for number in 2..<10_000 as Range<UInt64> {
            #expect(take(number &* 0x9E37_79B9_7F4A_7C15, of: table, at: 0) == 0)
        }
        #expect(take(key(1), of: table, at: 0) == 100)
    }

    @Test func threadsTogetherTakeNoMoreThanThereIs() {
        let table = RateTable(setCount: 1)
        let takenCount = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 where table.take(1, interval: 1, period: 1_000, now: 7) == 0 {
                takenCount.add(1, ordering: .relaxed)
            }
        }
        #expect(takenCount.load(ordering: .relaxed) == 1_000)
    }

    @Test func aRateIsFromOneToAThousandASecond() {
        #expect(Rate(1_000, per: .second)?.intervalMilliseconds == 1)
        #expect(Rate(1_001, per: .second) == nil)
        #expect(Rate(0, per: .day) == nil)
        #expect(Rate(-1, per: .day) == nil)
        #expect(Rate(5, per: .hour)?.description == "5/h")
        #expect(Rate(5, per: .hour)?.intervalMilliseconds == 720_000)
    }
}
