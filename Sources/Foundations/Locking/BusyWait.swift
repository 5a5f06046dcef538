/// How one thread waits: for what may be here soon it looks a while before it sleeps, if it was
/// here soon the last time.
///
/// To wake a sleeping thread on another core takes some 25 us, a third of what one call at a time
/// takes. Looking a little longer spares them and burns the core meanwhile, so that there is a
/// budget for it. Linux's `haltpoll` does the same for idle cores.
package struct BusyWait {
    /// Whether what is waited for next may be here soon.
    package var isExpectant = false

    private let budget: BusyWaitBudget
    private var wasSoon = false

    /// How long a thread looks at most, and what is soon: longer than a caller on this machine
    /// takes to make its next call out of a reply (some 30 us; 80 us where a change comes between),
    /// and little enough to be looked for in vain.
    package static let nanosecondsMax: UInt64 = 100_000

    /// A thread that spends of this budget.
    package init(_ budget: BusyWaitBudget) {
        self.budget = budget
    }

    /// Waits for something and answers it: `look` answers at once what is here, `nil` if nothing
    /// is, and `sleep` sleeps until it is here.
    package mutating func wait<Found>(look: () -> Found?, sleep: () -> Found) -> Found {
        guard isExpectant else { return sleep() }
        let start = MonotonicClock.now()
        let found = lookRepeatedly(since: start, look) ?? sleep()
        wasSoon = MonotonicClock.now() - start <= Self.nanosecondsMax
        return found
    }

    private func lookRepeatedly<Found>(since start: UInt64, _ look: () -> Found?) -> Found? {
        guard wasSoon, budget.isLeft(at: start) else { return nil }
        var found: Found?
        var now = start
        while found == nil, now - start < Self.nanosecondsMax {
            found = look()
            now = MonotonicClock.now()
        }
        budget.take(nanoseconds: now - start, at: now)
        return found
    }
}
