internal import Dispatch

/// Runs an actor on a queue of its own, so that waiting for a disk takes no thread away from the
/// tasks of the program.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes a queue.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
