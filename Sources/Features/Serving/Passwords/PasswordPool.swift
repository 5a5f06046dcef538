/// A small bounded pool for the hashing of passwords, the one piece of work that takes tens of
/// milliseconds and tens of megabytes on purpose.
///
/// At most `runningMax` jobs run at once, which bounds the memory that hashing takes; at most
/// `waitingMax` wait, and none longer than `waitMax`. What is beyond is refused, so that a flood of
/// log-ins costs the others nothing.
///
/// Each app has a pool of its own, and all of them share the threads of the process: the next turn
/// is that of the app of which the fewest jobs run.
package final class PasswordPool: Sendable {
    private let threads: PasswordThreads

    /// The bounds of the pools.
    package struct Limits: Hashable, Sendable {
        /// Jobs that run at once, of all pools together: one a core.
        package var runningMax = 2
        /// Jobs of a pool that wait for their turn.
        package var waitingMax = 32
        /// How long one waits before it is refused: a person has tried again by then.
        package var waitMax = Duration.seconds(2)

        /// Uses the bounds that suit two cores.
        package init() {}
    }

    /// What a job is told: to do its work, or that there is no room for it.
    package enum Turn: Sendable {
        /// Do the work, now, on a thread of the pools.
        case run
        /// Tell the caller that the server is busy, and leave the work undone.
        case refuse
    }

    /// Creates a pool whose jobs run on these threads.
    package init(on threads: PasswordThreads = PasswordThreads()) {
        self.threads = threads
    }

    /// Replaces the bounds of all pools on the same threads; jobs that run or wait already stay.
    package func set(_ limits: Limits) {
        threads.set(limits)
    }

    /// Calls `job` exactly once: on a thread of the pools with `.run`, or with `.refuse` at once or
    /// when it has waited too long.
    package func submit(_ job: @escaping @Sendable (Turn) -> Void) {
        threads.submit(job, of: ObjectIdentifier(self))
    }
}
