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

    /// Waits for something to do, with `countMax` jobs at most; `nil` when it is closed and empty.
    func take(countMax: Int, by busyWait: inout BusyWait) -> Work? {
        while true {
            let (work, isClosed) = state.withLock { state -> (Work?, Bool) in
                if !state.jobs.isEmpty || state.isMoveRequested {
                    defer { state.isMoveRequested = false }
                    let jobs = state.takeJobs(countMax)
                    return (Work(jobs: jobs, isMoveRequested: state.isMoveRequested), false)
                }
                if case .closed = state.phase { return (nil, true) }
                state.isWriterAsleep = true
                return (nil, false)
            }
            if isClosed { return nil }
            if let work { return work }
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
        var jobs: [any WriteJob]
        /// Whether its changes are to be moved afterwards, although there is room for more.
        var isMoveRequested: Bool
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
    fileprivate mutating func takeJobs(_ countMax: Int) -> [any WriteJob] {
        var taken: [any WriteJob] = []
        if jobs.count <= countMax {
            swap(&taken, &jobs)
        } else {
            taken = Array(jobs[..<countMax])
            jobs.removeFirst(countMax)
        }
        return taken
    }
}
