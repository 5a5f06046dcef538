import Dispatch
import Locking
import TestSupport
import Testing

@testable import Serving

@Suite struct PasswordPoolTests {
    private func limits(
        running: Int = 1,
        waiting: Int = 2,
        wait: Duration = .seconds(60)
    ) -> PasswordPool.Limits {
        var limits = PasswordPool.Limits()
        limits.runningMax = running
        limits.waitingMax = waiting
        limits.waitMax = wait
        return limits
    }

    /// What jobs were told, in the order in which they were told it.
    private final class Turns: Sendable {
        private let state = Mutex((turns: [(Int, Bool)](), running: 0, runningMax: 0))
        let begun = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)

        var runs: [Int] { state.withLock { $0.turns.filter(\.1).map(\.0) } }
        var refusals: [Int] { state.withLock { $0.turns.filter { !$0.1 }.map(\.0) } }
        var runningMax: Int { state.withLock { $0.runningMax } }

        func job(_ number: Int, until gate: DispatchSemaphore? = nil)
            -> @Sendable (PasswordPool.Turn) -> Void
        {
            { turn in
                if case .refuse = turn {
                    self.state.withLock { $0.turns.append((number, false)) }
                    self.done.signal()
                    return
                }
                self.state.withLock { state in
                    state.turns.append((number, true))
                    state.running += 1
                    state.runningMax = max(state.runningMax, state.running)
                }
                self.begun.signal()
                gate?.passPatiently()
                self.state.withLock { $0.running -= 1 }
                self.done.signal()
            }
        }

        func wait(for count: Int) throws { for _ in 0..<count { try done.waitPatiently() } }
    }

    @Test func theBoundsAreThoseOfTwoCores() {
        let limits = PasswordPool.Limits()
        #expect(limits.runningMax == 2 && limits.waitingMax == 32)
        #expect(limits.waitMax == .seconds(2))
    }

    @Test func noMoreRunAtOnceThanMayAndAllGetTheirTurn() throws {
        let pool = PasswordPool(on: PasswordThreads(limits: limits(running: 2, waiting: 50)))
        let turns = Turns()
        for number in 0..<40 { pool.submit(turns.job(number)) }
        try turns.wait(for: 40)
        #expect(turns.runs.count == 40 && turns.runningMax <= 2)
    }

    @Test func whatIsBeyondTheQueueIsRefusedAtOnce() throws {
        let pool = PasswordPool(on: PasswordThreads(limits: limits()))
        let (turns, gate) = (Turns(), DispatchSemaphore(value: 0))
        for number in 0..<5 { pool.submit(turns.job(number, until: gate)) }
        try turns.wait(for: 2)
        #expect(turns.refusals == [3, 4])
        for _ in 0..<3 { gate.signal() }
        try turns.wait(for: 3)
        #expect(turns.runs == [0, 1, 2])
    }

    @Test func aFloodInOneAppLeavesTheTurnsOfTheOthers() throws {
        let threads = PasswordThreads(limits: limits())
        let (flooded, other) = (PasswordPool(on: threads), PasswordPool(on: threads))
        let (turns, gate) = (Turns(), DispatchSemaphore(value: 0))
        for number in 0..<5 { flooded.submit(turns.job(number, until: gate)) }
        try turns.wait(for: 2)
        #expect(turns.refusals == [3, 4])
        for number in 10..<12 { other.submit(turns.job(number, until: gate)) }
        #expect(threads.load == .init(runningCount: 1, waitingCount: 4))
        for _ in 0..<5 { gate.signal() }
        try turns.wait(for: 5)
        #expect(turns.runs == [0, 10, 1, 11, 2] && turns.refusals == [3, 4])
    }

    @Test func theNextTurnIsThatOfTheAppOfWhichTheFewestRun() throws {
        let threads = PasswordThreads(limits: limits(running: 2, waiting: 4))
        let (flooded, other) = (PasswordPool(on: threads), PasswordPool(on: threads))
        let (turns, first, rest) = (
            Turns(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        flooded.submit(turns.job(0, until: first))
        for number in 1..<4 { flooded.submit(turns.job(number, until: rest)) }
        other.submit(turns.job(10, until: rest))
        first.signal()
        try turns.wait(for: 1)
        for _ in 0..<3 { try turns.begun.waitPatiently() }
        #expect(Set(turns.runs) == [0, 1, 10])
        for _ in 0..<4 { rest.signal() }
        try turns.wait(for: 4)
        #expect(Set(turns.runs) == [0, 1, 2, 3, 10])
    }

    @Test func whoHasWaitedTooLongIsRefused() throws {
        let pool = PasswordPool(on: PasswordThreads(limits: limits(wait: .zero)))
        let (turns, gate) = (Turns(), DispatchSemaphore(value: 0))
        for number in 0..<3 { pool.submit(turns.job(number, until: gate)) }
        gate.signal()
        try turns.wait(for: 3)
        #expect(turns.runs == [0] && turns.refusals == [1, 2])
        // The pool is free again.
        pool.submit(turns.job(3))
        try turns.wait(for: 1)
        #expect(turns.runs == [0, 3])
    }
}
