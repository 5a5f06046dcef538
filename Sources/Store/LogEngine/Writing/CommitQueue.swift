internal import Dispatch
internal import Locking
internal import StorageEngine

/// Where the writer leaves the changes that were run, and the committer takes them to make them
/// durable: the open batch of the log, and the jobs that its end will be told to.
///
/// While one batch is flushed the next one fills. The committer takes what there is once the writer
/// has nothing to run, or once it is enough for a flush of its own.
final class CommitQueue: Sendable {
    private let state: Mutex<State>
    private let committerWake = DispatchSemaphore(value: 0)
    private let writerWake = DispatchSemaphore(value: 0)

    fileprivate struct State: ~Copyable {
        var log: Log
        /// The jobs that were run since the last batch was taken.
        var jobs: [any WriteJob] = []
        /// Those of them that were run well and could not be kept, by their place.
        var refusals: [Int: StorageError] = [:]
        var phase = Phase.open
        /// Whether the writer has nothing to run at present.
        var isWriterAtRest = true
        /// Whether what was taken last was one change: changes come one at a time.
        var wasLone = false
        /// Whether what was taken last is still on its way.
        var isCommitting = false
        var isCommitterWaiting = false
        var isWriterWaiting = false

        init(_ log: consuming Log) {
            self.log = log
        }
    }

    fileprivate enum Phase {
        /// Changes are taken. Can transition to `closing` and `failed`.
        case open
        /// No more changes come; what there is will be committed. Can transition to `failed`.
        case closing
        /// The disk failed: nothing can be made durable any more.
        case failed
    }

    /// Begins with what the log has room for.
    init(_ log: consuming Log) {
        state = Mutex(State(log))
    }
}

// What the writer does.
extension CommitQueue {
    /// What became of the writes of a change.
    enum Keeping {
        /// The end of the change will be told with that of its batch, be it a refusal.
        case queued
        /// There is no room for them in this generation.
        case generationFull
        /// The log's file cannot grow; whether there is room for the change in the other one.
        case logFull(mayRotate: Bool)
        /// The disk failed while the log grew.
        case diskFailed(FileError)
        /// The disk failed before.
        case stopped
    }

    /// Puts a change's writes into the open batch and into the overlay.
    ///
    /// Waits while the batch is full, until it is taken. A change that was refused or wrote nothing
    /// has an empty set, and hears of its end in its turn all the same: it may have seen what is
    /// not durable yet.
    func add(_ job: any WriteJob, _ writeSet: WriteSet, to overlay: Overlay) -> Keeping {
        while true {
            let (keeping, mustWake) = state.withLock { state in state.add(job, writeSet, overlay) }
            if mustWake { committerWake.signal() }
            if let keeping { return keeping }
            writerWake.wait()
        }
    }

    /// Puts a change that is refused into the open batch, to be told so in its turn.
    func refuse(_ job: any WriteJob, _ reason: StorageError, in overlay: Overlay) -> Keeping {
        while true {
            let (keeping, mustWake) = state.withLock { state in
                state.add(job, WriteSet(), overlay, refusal: reason)
            }
            if mustWake { committerWake.signal() }
            if let keeping { return keeping }
            writerWake.wait()
        }
    }

    /// Takes the one change that there is, for the writer to commit; false if there are none or
    /// more, or the committer is at work.
    ///
    /// The one before it must have come alone as well: among many, one that is alone by chance
    /// would keep the writer from running those that come while it is flushed.
    ///
    /// The committer goes on sleeping meanwhile: only the writer wakes it.
    func takeLone(_ commit: inout Commit) -> Bool {
        state.withLock { state in
            guard state.jobs.count == 1, state.wasLone, state.isCommitterWaiting else {
                return false
            }
            state.seal(into: &commit)
            return true
        }
    }

    /// Lets the committer take what there is, for the writer has nothing to run.
    func rest() {
        let mustWake = state.withLock { state in
            state.isWriterAtRest = true
            return state.takeCommitterWaiting()
        }
        if mustWake { committerWake.signal() }
    }

    /// Waits until all that was added is durable; answers whether the disk still works.
    func awaitCommitted() -> Bool {
        rest()
        while true {
            let isDone = state.withLock { state -> Bool? in
                if case .failed = state.phase { return false }
                if state.jobs.isEmpty, !state.isCommitting { return true }
                state.isWriterWaiting = true
                return nil
            }
            if let isDone { return isDone }
            writerWake.wait()
        }
    }

    /// Goes on in the other file of the log; all that was added must be durable.
    func rotate() {
        state.withLock { $0.log.rotate() }
    }

    /// How full the log's active file is, from 0 to 1.
    var fill: Double { state.withLock { $0.log.fill } }

    /// Whether the log's active file has nothing but what an earlier use left.
    var isActiveFileStale: Bool { state.withLock { $0.log.isActiveStale } }

    /// Overwrites the log's waiting file with zeros, as far as it holds anything, and makes that
    /// durable; nobody may use the file meanwhile.
    func cleanIdleFile() throws(FileError) {
        let (segment, byteCount) = state.withLock { $0.log.idleFile }
        guard byteCount > 0 else { return }
        try segment.overwrite(byteCount: byteCount)
        state.withLock { $0.log.noteIdleFileIsClean() }
    }

    /// Lets the committer end once it has committed what there is.
    func close() {
        let mustWake = state.withLock { state in
            state.isWriterAtRest = true
            if case .open = state.phase { state.phase = .closing }
            return state.takeCommitterWaiting()
        }
        if mustWake { committerWake.signal() }
    }
}

extension CommitQueue.State {
    /// Adds a change; no result if the batch is full.
    ///
    /// The second part of the result says whether the committer must be woken.
    fileprivate mutating func add(
        _ job: any WriteJob,
        _ writeSet: WriteSet,
        _ overlay: Overlay,
        refusal: StorageError? = nil
    ) -> (CommitQueue.Keeping?, mustWake: Bool) {
        if case .failed = phase { return (.stopped, false) }
        if jobs.count >= EngineLimits.batchJobCountMax
            || log.waitingByteCount >= EngineLimits.batchByteCountMax
        {
            isWriterWaiting = true
            return (nil, takeCommitterWaiting())
        }
        if !writeSet.isEmpty {
            let keeping = keep(writeSet, in: overlay)
            guard case .queued = keeping else { return (keeping, false) }
        }
        if let refusal { refusals[jobs.count] = refusal }
        jobs.append(job)
        isWriterAtRest = false
        return (.queued, jobs.count >= EngineLimits.commitJobCountMin && takeCommitterWaiting())
    }

    /// Keeps the writes of the next job, or notes why they are refused.
    private mutating func keep(_ writeSet: WriteSet, in overlay: Overlay) -> CommitQueue.Keeping {
        let count = writeSet.entries.count
        guard overlay.hasRoom(forChanges: count, valueByteCount: writeSet.valueByteCount),
            log.hasRoom(for: writeSet)
        else {
            guard overlay.isEmpty, log.isAtStart else { return .generationFull }
            refusals[jobs.count] = .tooLarge
            return .queued
        }
        do throws(FileError) {
            try log.append(writeSet)
        } catch {
            guard error.isOutOfSpace else { return .diskFailed(error) }
            return .logFull(mayRotate: !overlay.isEmpty && log.idleHasRoom(for: writeSet))
        }
        let batch = log.nextNumber
        writeSet.forEach { key, table, value in
            overlay.insert(value, for: key, in: table, batch: batch)
        }
        return .queued
    }

    fileprivate mutating func takeCommitterWaiting() -> Bool {
        defer { isCommitterWaiting = false }
        return isCommitterWaiting
    }
}

// What the committer does.
extension CommitQueue {
    /// Jobs that were run, and the batch with what they wrote.
    struct Commit: ~Copyable {
        /// Nil if they wrote nothing.
        var batch: SealedBatch?
        fileprivate(set) var jobs: [any WriteJob] = []
        /// Those of them that were run well and could not be kept, by their place.
        fileprivate(set) var refusals: [Int: StorageError] = [:]

        /// Lets go of the jobs, but for their memory, which is for others.
        mutating func removeJobs() {
            jobs.removeAll(keepingCapacity: true)
            refusals = [:]
        }
    }

    /// Waits for changes to commit; false when there will be none.
    ///
    /// Nothing is left in `commit` of what was taken before.
    func take(_ commit: inout Commit) -> Bool {
        while true {
            switch state.withLock({ state in state.take(&commit) }) {
            case .commit:
                // There is room now.
                wakeWriter()
                return true
            case .over: return false
            case .nothing: committerWake.wait()
            }
        }
    }

    private func wakeWriter() {
        if state.withLock({ $0.takeWriterWaiting() }) { writerWake.signal() }
    }

    /// Notes that what was taken is durable, and takes the memory of its batch back.
    func didCommit(_ batch: consuming SealedBatch?) {
        var batch = batch
        state.withLock { state in
            state.isCommitting = false
            if let batch = batch.take() { state.log.reuse(batch) }
        }
        wakeWriter()
    }

    /// Lets nothing be committed any more, for the disk failed.
    ///
    /// - Returns: The jobs that were run and will not be.
    func fail() -> [any WriteJob] {
        let (jobs, mustWakeWriter, mustWakeCommitter) = state.withLock { state in
            state.phase = .failed
            defer { state.jobs = [] }
            return (state.jobs, state.takeWriterWaiting(), state.takeCommitterWaiting())
        }
        if mustWakeWriter { writerWake.signal() }
        if mustWakeCommitter { committerWake.signal() }
        return jobs
    }
}

/// What the committer finds.
private enum Taken {
    case commit
    /// There is nothing yet that may be taken.
    case nothing
    /// There will be nothing any more.
    case over
}

extension CommitQueue.State {
    fileprivate mutating func take(_ commit: inout CommitQueue.Commit) -> Taken {
        if case .failed = phase { return .over }
        if jobs.isEmpty {
            if case .closing = phase { return .over }
        } else if isWriterAtRest || isWriterWaiting
            || jobs.count >= EngineLimits.commitJobCountMin
        {
            seal(into: &commit)
            return .commit
        }
        isCommitterWaiting = true
        return .nothing
    }

    /// Takes what there is out of the open batch.
    fileprivate mutating func seal(into commit: inout CommitQueue.Commit) {
        precondition(commit.jobs.isEmpty, "What was taken is committed before more is.")
        if !log.isEmpty { commit.batch = log.seal() }
        swap(&commit.jobs, &jobs)
        swap(&commit.refusals, &refusals)
        wasLone = commit.jobs.count == 1
        isCommitting = true
    }

    fileprivate mutating func takeWriterWaiting() -> Bool {
        defer { isWriterWaiting = false }
        return isWriterWaiting
    }
}
