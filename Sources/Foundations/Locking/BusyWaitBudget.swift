import Glibc

/// What the threads of a process may spend, together, on looking for what they wait for instead of
/// sleeping: a share of one core.
///
/// The share is kept by a clock that runs ahead: each nanosecond spent moves it on by as many as it
/// takes to earn one, and nobody may spend while it is further ahead than a burst allows.
package final class BusyWaitBudget: Sendable {
    /// How many hundredths of a core may be spent.
    private let percent: UInt64
    /// The moment from which on nothing is owed.
    private let paidUntil = Atomic<UInt64>(0)
    private let spent = Atomic<UInt64>(0)

    /// How far spending may be ahead of what was earned, so that the share is kept over moments
    /// that nobody notices.
    static let burstNanoseconds: UInt64 = 10_000_000

    /// Lets threads spend hundredths of one core, from 0, for nothing, to 100.
    ///
    /// A machine with one core gives nothing: whoever is waited for could not run meanwhile.
    package init(percent: Int, processorCount: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
        precondition((0...100).contains(percent), "Threads may spend one core at most.")
        self.percent = processorCount > 1 ? UInt64(percent) : 0
    }

    /// A budget of which nothing can be spent.
    package static let none = BusyWaitBudget(percent: 0)

    /// Whether a thread may spend from now on.
    func isLeft(at now: UInt64) -> Bool {
        percent > 0 && paidUntil.load(ordering: .relaxed) <= now + Self.burstNanoseconds
    }

    /// Takes what a thread has spent until now.
    func take(nanoseconds: UInt64, at now: UInt64) {
        spent.wrappingAdd(nanoseconds, ordering: .relaxed)
        let earningNanoseconds = nanoseconds * 100 / max(percent, 1)
        var paid = paidUntil.load(ordering: .relaxed)
        while true {
            let (exchanged, current) = paidUntil.weakCompareExchange(
                expected: paid,
                desired: max(paid, now) + earningNanoseconds,
                ordering: .relaxed
            )
            if exchanged { return }
            paid = current
        }
    }

    /// Nanoseconds that were spent so far; readable from any thread.
    package var spentNanoseconds: UInt64 { spent.load(ordering: .relaxed) }
}
