internal import Dispatch
internal import Locking
internal import StorageEngine

/// The changes that wait for the writer: many threads append, one takes.
final class WriteQueue: Sendable {
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let capacity: Int

    fileprivate struct State {
        var jobs: [any WriteJob] = []
        var phase = Phase.open
        /// Whether the writer sleeps and must be woken by the next job.
        var isWriterAsleep = false
        /// Whether the writer is to have its changes moved, although there is room for more.
        var isMoveRequested = false
    }

    /// What happens to new jobs.
    fileprivate enum Phase {
        /// Jobs are taken. Can transition to `closed`.
        case open
        /// Jobs are refused with this reason; those taken before are still handed out.
        case closed(StorageError)
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Takes a job; answers why it was refused, if it was.
    func append(_ job: any WriteJob) -> StorageError? {
        let (refusal, isWriterAsleep) = state.withLock { state in
            if case .closed(let reason) = state.phase { return (reason as StorageError?, false) }
            if state.jobs.count >= capacity { return (.overloaded, false) }
            state.jobs.append(job)
            defer { state.isWriterAsleep = false }
            return (nil, state.isWriterAsleep)
        }
        if isWriterAsleep { wake.signal() }
        return refusal
    }

    /// Asks the writer to have its changes moved.
    func requestMove() {
        let isWriterAsleep = state.withLock { state in
            state.isMoveRequested = true
            defer { state.isWriterAsleep = false }
            return state.isWriterAsleep
        }
        if isWriterAsleep { wake.signal() }
    }

    /// Waits for something to do, with `countMax` jobs at most; false when it is closed and empty.
    ///
    /// The work has no jobs left of those that were taken before: their memory is for those that
    /// come.
    func take(_ work: inout Work, countMax: Int, by busyWait: inout BusyWait) -> Bool {
        precondition(work.jobs.isEmpty, "What was taken is done before more is.")
        while true {
            let (isTaken, isClosed) = state.withLock { state in
                if !state.jobs.isEmpty || state.isMoveRequested {
                    state.takeJobs(countMax, into: &work.jobs)
                    work.isMoveRequested = state.isMoveRequested
                    state.isMoveRequested = false
                    return (true, false)
                }
                if case .closed = state.phase { return (false, true) }
                state.isWriterAsleep = true
                return (false, false)
            }
            if isTaken || isClosed { return isTaken }
            busyWait.wait(
                look: { wake.wait(timeout: WriteQueue.noTime) == .success ? () : nil },
                sleep: { wake.wait() }
            )
        }
    }

    /// A moment that has passed.
    private static let noTime = DispatchTime(uptimeNanoseconds: 0)

    /// What the writer is to do.
    struct Work {
        var jobs: [any WriteJob] = []
        /// Whether its changes are to be moved afterwards, although there is room for more.
        var isMoveRequested = false
    }

    /// How many jobs wait.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Whether jobs are refused.
    var isClosed: Bool {
        state.withLock { state in
            if case .closed = state.phase { return true }
            return false
        }
    }

    /// Refuses further jobs with `reason`; the first reason stays.
    func close(_ reason: StorageError) {
        let isWriterAsleep = state.withLock { state in
            if case .open = state.phase { state.phase = .closed(reason) }
            defer { state.isWriterAsleep = false }
            return state.isWriterAsleep
        }
        if isWriterAsleep { wake.signal() }
    }
}

extension WriteQueue.State {
    fileprivate mutating func takeJobs(_ countMax: Int, into taken: inout [any WriteJob]) {
        if jobs.count <= countMax {
            swap(&taken, &jobs)
        } else {
            taken.append(contentsOf: jobs[..<countMax])
            jobs.removeFirst(countMax)
        }
    }
}
