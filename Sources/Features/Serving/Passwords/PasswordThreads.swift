internal import Dispatch
internal import Locking

/// The threads that hash passwords for all pools of a process, and what waits for them.
package final class PasswordThreads: Sendable {
    private let queue = DispatchQueue(label: "notelet.passwords", attributes: .concurrent)
    private let state: Mutex<State>

    fileprivate struct State {
        var limits: PasswordPool.Limits
        /// How many jobs run of each pool that has any.
        var running: [ObjectIdentifier: Int] = [:]
        /// Whose turn was the last.
        var last: ObjectIdentifier?
        /// The oldest first.
        var waiting: [Waiting] = []

        var runningCount: Int { running.values.reduce(0, +) }
    }

    fileprivate struct Waiting {
        let pool: ObjectIdentifier
        let since: ContinuousClock.Instant
        let job: @Sendable (PasswordPool.Turn) -> Void
    }

    fileprivate enum Verdict {
        case start
        case wait
        case refuse
    }

    /// Works within these bounds.
    package init(limits: PasswordPool.Limits = PasswordPool.Limits()) {
        state = Mutex(State(limits: limits))
    }

    /// What there is to do at a moment, for all pools together.
    package struct Load: Equatable, Sendable {
        /// Jobs that run.
        package let runningCount: Int
        /// Jobs that wait for their turn.
        package let waitingCount: Int
    }

    /// How many jobs run, and how many wait for their turn.
    package var load: Load {
        state.withLock { Load(runningCount: $0.runningCount, waitingCount: $0.waiting.count) }
    }

    /// Replaces the bounds; jobs that run or wait already stay.
    func set(_ limits: PasswordPool.Limits) {
        state.withLock { $0.limits = limits }
    }

    /// Runs a job of a pool, or refuses it, as `PasswordPool.submit` says.
    func submit(_ job: @escaping @Sendable (PasswordPool.Turn) -> Void, of pool: ObjectIdentifier) {
        let verdict = state.withLock { $0.take(job, of: pool) }
        switch verdict {
        case .start: start(job, of: pool)
        case .refuse: job(.refuse)
        case .wait: break
        }
    }

    private func start(
        _ job: @escaping @Sendable (PasswordPool.Turn) -> Void,
        of pool: ObjectIdentifier
    ) {
        queue.async {
            job(.run)
            self.finishOne(of: pool)
        }
    }

    /// Ends one job, and lets those that waited take its place: one, or more or none where the
    /// bounds have changed meanwhile.
    private func finishOne(of pool: ObjectIdentifier) {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state -> ([Waiting], [Waiting]) in
            state.end(oneOf: pool)
            let late = state.takeLate(now)
            var next: [Waiting] = []
            while let waiting = state.takeNext() { next.append(waiting) }
            return (late, next)
        }
        late.forEach { $0.job(.refuse) }
        next.forEach { start($0.job, of: $0.pool) }
    }
}

extension PasswordThreads.State {
    /// Decides on a job that has come.
    fileprivate mutating func take(
        _ job: @escaping @Sendable (PasswordPool.Turn) -> Void,
        of pool: ObjectIdentifier
    ) -> PasswordThreads.Verdict {
        if runningCount < limits.runningMax {
            begin(oneOf: pool)
            return .start
        }
        guard waiting.count(where: { $0.pool == pool }) < limits.waitingMax else { return .refuse }
        waiting.append(PasswordThreads.Waiting(pool: pool, since: .now, job: job))
        return .wait
    }

    private mutating func begin(oneOf pool: ObjectIdentifier) {
        running[pool, default: 0] += 1
        last = pool
    }

    fileprivate mutating func end(oneOf pool: ObjectIdentifier) {
        guard let count = running[pool] else { return }
        running[pool] = count > 1 ? count - 1 : nil
    }

    /// Takes out what has waited too long.
    fileprivate mutating func takeLate(
        _ now: ContinuousClock.Instant
    ) -> [PasswordThreads.Waiting] {
        let oldest = now - limits.waitMax
        let lateCount = waiting.prefix { $0.since < oldest }.count
        defer { waiting.removeFirst(lateCount) }
        return Array(waiting.prefix(lateCount))
    }

    /// Takes out the job whose turn it is: of the pool of which the fewest run, and of those not
    /// the one whose turn was the last; nil where none waits or there is no room.
    fileprivate mutating func takeNext() -> PasswordThreads.Waiting? {
        guard runningCount < limits.runningMax,
            let index = waiting.indices.min(by: {
                rank(of: waiting[$0].pool) < rank(of: waiting[$1].pool)
            })
        else { return nil }
        let next = waiting.remove(at: index)
        begin(oneOf: next.pool)
        return next
    }

    private func rank(of pool: ObjectIdentifier) -> (Int, Int) {
        (running[pool, default: 0], pool == last ? 1 : 0)
    }
}
