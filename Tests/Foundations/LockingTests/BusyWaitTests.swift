import TestSupport
import Testing

@testable import Locking

@Suite
struct BusyWaitTests {
    /// How long a thread looks in the model, in nanoseconds.
    private let look = BusyWait.nanosecondsMax

    /// Nanoseconds spent in one second by threads that look whenever they may.
    private func spentInOneSecond(_ budget: BusyWaitBudget, threadCount: UInt64) -> UInt64 {
        let start: UInt64 = 5_000_000_000
        for now in stride(from: start, to: start + 1_000_000_000, by: Int(look)) {
            for _ in 0..<threadCount where budget.isLeft(at: now) {
                budget.take(nanoseconds: look, at: now)
            }
        }
        return budget.spentNanoseconds
    }

    @Test(
        "All threads together spend their share of a core, and no more",
        arguments: [1, 10, 50, 100],
        [1, 4] as [UInt64]
    )
    func shareIsKept(percent: Int, threadCount: UInt64) {
        let budget = BusyWaitBudget(percent: percent, processorCount: 2)
        let spent = spentInOneSecond(budget, threadCount: threadCount)
        let share = UInt64(percent) * 10_000_000
        let burst = BusyWaitBudget.burstNanoseconds * UInt64(percent) / 100
        #expect(spent >= share)
        #expect(spent <= share + burst + threadCount * look)
    }

    @Test("A share that is not used is not saved up")
    func nothingIsSavedUp() {
        let budget = BusyWaitBudget(percent: 50, processorCount: 2)
        budget.take(nanoseconds: look, at: 1_000)
        #expect(spentInOneSecond(budget, threadCount: 4) <= 500_000_000 + 5_000_000 + 5 * look)
    }

    @Test("Nothing is left of no share, and where the one waited for could not run")
    func nothingIsLeft() {
        #expect(!BusyWaitBudget(percent: 0, processorCount: 2).isLeft(at: 1_000))
        #expect(!BusyWaitBudget(percent: 50, processorCount: 1).isLeft(at: 1_000))
        #expect(BusyWaitBudget(percent: 1, processorCount: 2).isLeft(at: 1_000))
    }

    /// Waits once; answers how often it was looked, and whether it slept.
    private func wait(_ busyWait: inout BusyWait, foundAt lookCount: Int?) -> (Int, Bool) {
        var looked = 0
        var slept = false
        busyWait.wait {
            looked += 1
            return looked == lookCount ? () : nil
        } sleep: {
            slept = true
        }
        return (looked, slept)
    }

    @Test("A thread looks for what was here soon the last time, until it is here")
    func looksWhereItWasSoon() throws {
        let budget = BusyWaitBudget(percent: 100, processorCount: 2)
        var busyWait = BusyWait(budget)
        busyWait.isExpectant = true
        // The first sleep ends at once, so that the next time is looked, unless the thread is held.
        let patience = Patience()
        while wait(&busyWait, foundAt: 3) != (3, false) { try patience.check() }
        #expect(budget.spentNanoseconds > 0)
    }

    @Test("A thread that expects nothing, or has nothing left to spend, sleeps at once")
    func sleepsAtOnce() {
        var calm = BusyWait(BusyWaitBudget(percent: 100, processorCount: 2))
        var poor = BusyWait(.none)
        poor.isExpectant = true
        for _ in 0..<3 {
            #expect(wait(&calm, foundAt: 1) == (0, true))
            #expect(wait(&poor, foundAt: 1) == (0, true))
        }
    }

    @Test("A thread that looked in vain sleeps, and sleeps at once the next time")
    func sleepsAfterLookingInVain() throws {
        var busyWait = BusyWait(BusyWaitBudget(percent: 100, processorCount: 2))
        busyWait.isExpectant = true
        let patience = Patience()
        while wait(&busyWait, foundAt: 1) != (1, false) { try patience.check() }
        let (lookCount, slept) = wait(&busyWait, foundAt: nil)
        #expect(lookCount > 1 && slept)
        #expect(wait(&busyWait, foundAt: 1) == (0, true))
    }
}
