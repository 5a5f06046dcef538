import Dispatch
import Locking

/// Reads the settings again as often as that is ordered, one time after the other.
///
/// It does so on a thread of its own, since stores that are opened and closed block it as long as
/// their disks take; whoever orders waits for nothing.
final class Reloads: Sendable {
    private let orders: AsyncStream<Void>.Continuation
    private let work: Task<Void, Never>
    private let ending: Ending
    /// Empty once the last one has ended.
    private let running = DispatchGroup()

    /// Waits for orders.
    ///
    /// - Parameters:
    ///   - manager: Is told of the beginning, and of the end unless the server ends meanwhile.
    ///   - addresses: Where the server listens.
    ///   - first: What is to be done before the first one.
    ///   - reload: Reads the settings again.
    init(
        _ manager: ServiceManager,
        _ addresses: [String],
        after first: @escaping @Sendable () -> Void = {},
        _ reload: @escaping @Sendable () async -> Void
    ) {
        // Those that come meanwhile are one.
        let (orders, order) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let ending = Ending()
        self.orders = order
        self.ending = ending
        running.enter()
        work = Task(executorPreference: ReloadThread()) { [running] in
            defer { running.leave() }
            first()
            for await _ in orders {
                guard ending.unlessEnded({ manager.tellReloading() }) else { return }
                await reload()
                ending.unlessEnded { manager.tellReady(addresses: addresses) }
            }
        }
    }

    /// Has the settings read again.
    func order() { orders.yield() }

    /// Begins no more; the one that is under way goes on.
    func end() {
        ending.end()
        orders.finish()
    }

    /// Waits for the one that is under way.
    func waitUntilEnded() async { await work.value }

    /// Waits for the one that is under way, which may hang with a disk, for so long at most; it
    /// blocks its thread.
    ///
    /// - Returns: Whether it has ended.
    func hasEnded(within time: Duration) -> Bool {
        running.wait(timeout: .now() + time / .seconds(1)) == .success
    }
}

/// Whether the server ends: what it was told before that must not be told behind it.
private final class Ending: Sendable {
    private let isOver = Mutex(false)

    func end() { isOver.withLock { $0 = true } }

    @discardableResult
    func unlessEnded(_ body: () -> Void) -> Bool {
        isOver.withLock { isOver in
            if !isOver { body() }
            return !isOver
        }
    }
}

/// A thread that one task has to itself, and may block.
private final class ReloadThread: TaskExecutor {
    private let queue = DispatchQueue(label: "reload")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
