internal import Dispatch
internal import Locking

/// A small bounded pool for the hashing of passwords, the one piece of work that takes tens of
/// milliseconds and tens of megabytes on purpose.
///
/// At most `runningMax` jobs run at once, which bounds the memory that hashing takes; at most
/// `waitingMax` wait, and none longer than `waitMax`. What is beyond is refused, so that a flood of
/// log-ins costs the others nothing.
package final class PasswordPool: Sendable {
    private let queue = DispatchQueue(label: "notelet.passwords", attributes: .concurrent)
    private let state: Mutex<State>

    /// The bounds of a pool.
    package struct Limits: Hashable, Sendable {
        /// Jobs that run at once: one a core.
        package var runningMax = 2
        /// Jobs that wait for their turn.
        package var waitingMax = 32
        /// How long one waits before it is refused: a person has tried again by then.
        package var waitMax = Duration.seconds(2)

        /// Uses the bounds that suit two cores.
        package init() {}
    }

    /// What a job is told: to do its work, or that there is no room for it.
    package enum Turn: Sendable {
        /// Do the work, now, on this thread.
        case run
        /// Tell the caller that the server is busy, and leave the work undone.
        case refuse
    }

    private struct State {
        var limits: Limits
        var runningCount = 0
        var waiting: [Waiting] = []
    }

    private struct Waiting {
        let since: ContinuousClock.Instant
        let job: @Sendable (Turn) -> Void
    }

    /// Creates a pool with these bounds.
    package init(limits: Limits = Limits()) {
        state = Mutex(State(limits: limits))
    }

    /// Replaces the bounds; jobs that run or wait already stay.
    package func set(_ limits: Limits) {
        state.withLock { $0.limits = limits }
    }

    /// How many jobs run, and how many wait for their turn.
    package var load: Load {
        state.withLock { Load(runningCount: $0.runningCount, waitingCount: $0.waiting.count) }
    }

    /// What the pool has to do at a moment.
    package struct Load: Equatable, Sendable {
        /// Jobs that run.
        package let runningCount: Int
        /// Jobs that wait for their turn.
        package let waitingCount: Int
    }

    /// Calls `job` exactly once: on a thread of the pool with `.run`, or with `.refuse` at once or
    /// when it has waited too long.
    package func submit(_ job: @escaping @Sendable (Turn) -> Void) {
        let verdict = state.withLock { state -> Verdict in
            if state.runningCount < state.limits.runningMax {
                state.runningCount += 1
                return .start
            }
            guard state.waiting.count < state.limits.waitingMax else { return .refuse }
            state.waiting.append(Waiting(since: .now, job: job))
            return .wait
        }
        switch verdict {
        case .start: start(job)
        case .refuse: job(.refuse)
        case .wait: break
        }
    }

    private enum Verdict {
        case start
        case wait
        case refuse
    }

    private func start(_ job: @escaping @Sendable (Turn) -> Void) {
        queue.async {
            job(.run)
            self.finishOne()
        }
    }

    /// Ends one job, and lets those that waited take its place: one, or more or none where the
    /// bounds have changed meanwhile.
    private func finishOne() {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state -> ([Waiting], [Waiting]) in
            let oldest = now - state.limits.waitMax
            let lateCount = state.waiting.prefix { $0.since < oldest }.count
            let late = Array(state.waiting.prefix(lateCount))
            state.waiting.removeFirst(lateCount)
            state.runningCount -= 1
            let room = max(0, state.limits.runningMax - state.runningCount)
            let next = Array(state.waiting.prefix(room))
            state.waiting.removeFirst(next.count)
            state.runningCount += next.count
            return (late, next)
        }
        late.forEach { $0.job(.refuse) }
        next.forEach { start($0.job) }
    }
}
