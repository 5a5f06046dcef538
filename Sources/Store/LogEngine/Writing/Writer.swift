internal import LMDB
internal import Locking
internal import StorageEngine

/// The one thread that runs the changes that wait, one after the other, each on what those before
/// it left; a committer makes durable what they wrote.
///
/// A change that comes alone is committed by this thread: waking another one takes longer than
/// running the next change meanwhile would spare.
final class Writer: Sendable {
    private let queue: WriteQueue
    private let commits: CommitQueue
    private let committer: Committer
    private let snapshots: SnapshotSource
    private let options: EngineOptions
    private let failure: EngineFailure
    private let reserve: StoreReserve
    private let spareMemory = SpareMemory()
    private let numbers = NumberCache()

    private var generations: Generations { snapshots.generations }

    /// Gathers what the writer needs.
    init(
        queue: WriteQueue,
        commits: CommitQueue,
        committer: Committer,
        snapshots: SnapshotSource,
        options: EngineOptions,
        failure: EngineFailure,
        reserve: StoreReserve
    ) {
        self.queue = queue
        self.commits = commits
        self.committer = committer
        self.snapshots = snapshots
        self.options = options
        self.failure = failure
        self.reserve = reserve
    }

    /// Works until the queue is closed and empty, or the disk fails; then lets the committer and
    /// the mover end.
    func run() {
        var busyWait = BusyWait(options.busyWaitBudget)
        var work = WriteQueue.Work()
        var lone = CommitQueue.Commit()
        while queue.take(&work, countMax: EngineLimits.batchJobCountMax, by: &busyWait) {
            runAll(work.jobs)
            work.jobs.removeAll(keepingCapacity: true)
            // Who waits for a lone change may make the next one out of its end.
            busyWait.isExpectant = rest(&lone)
            let isMoveRequested = work.isMoveRequested || reserve.takeMoveRequest()
            // What is being moved already need not be waited for: there is another time.
            if isMoveRequested, generations.layers.frozen == nil { moveInQuietTimes() }
            reserve.look { waitingByteCount }
        }
        moveEarly()
        commits.close()
        generations.close()
    }

    /// Has what was run committed, for there is nothing to run; answers whether that was a lone
    /// change.
    private func rest(_ lone: inout CommitQueue.Commit) -> Bool {
        guard commits.takeLone(&lone) else {
            commits.rest()
            return false
        }
        // When the disk fails, the queue is closed, and so this thread ends too.
        _ = committer.commit(&lone)
        return true
    }

    /// Runs changes until none of them is left.
    private func runAll(_ jobs: [any WriteJob]) {
        var remaining = jobs[...]
        while !remaining.isEmpty { remaining = remaining.dropFirst(run(remaining)) }
    }

    /// Runs the first of some changes; answers how many.
    ///
    /// Those that were run have ended, or will end with their commit.
    private func run(_ jobs: ArraySlice<any WriteJob>) -> Int {
        let obstacle = generations.awaitRoom(fill: fill)
        // What may use the reserve may use the rest of the memory as well.
        if let obstacle, obstacle != .full || !reserve.isKept { return refuse(jobs, obstacle) }
        reserve.look { waitingByteCount }
        let run: Run
        do throws(StorageError) {
            run = try self.run(jobs, in: generations.layers.active, isObstructed: obstacle != nil)
        } catch {
            return refuse(jobs, error)
        }
        switch run.end {
        case .done: return run.jobCount
        case .stopped: return run.jobCount + refuse(jobs.dropFirst(run.jobCount), .stopped)
        case .roomUnknown:
            settle()
            return run.jobCount
        case .generationFull:
            guard let obstacle = beginGeneration() else { return run.jobCount }
            return run.jobCount + refuse(jobs.dropFirst(run.jobCount), obstacle)
        }
    }

    /// How far a run of changes came.
    private struct Run {
        var jobCount = 0
        var end = End.done

        /// Why it came to an end.
        enum End {
            case done
            /// The next change needs a fresh overlay.
            case generationFull
            /// Whether there is room for the next change is known when those before it are moved.
            case roomUnknown
            /// The disk failed.
            case stopped
        }
    }

    /// How full the generation is, from 0 to 1: its memory or its file.
    private var fill: Double { max(generations.layers.active.fill, commits.fill) }

    /// Runs changes one after the other; each sees those before it.
    private func run(
        _ jobs: ArraySlice<any WriteJob>,
        in active: Overlay,
        isObstructed: Bool
    ) throws(StorageError) -> Run {
        var run = Run()
        try snapshots.withSnapshot(.latest) { snapshot throws(StorageError) in
            let view = ChangeView(over: snapshot, numbers: numbers)
            for job in jobs {
                view.removeAll()
                if !job.run(on: view) { view.removeAll() }
                let keeping: CommitQueue.Keeping
                switch unsafe admission(of: job, view.writeSet, isObstructed: isObstructed) {
                case .admitted: keeping = unsafe keep(job, view.writeSet, in: active)
                case .refused: keeping = commits.refuse(job, .full, in: active)
                case .unknown:
                    run.end = .roomUnknown
                    return
                }
                switch keeping {
                case .queued:
                    run.jobCount += 1
                    continue
                case .generationFull, .logFull: run.end = .generationFull
                case .stopped: run.end = .stopped
                case .diskFailed(let error):
                    failure.declare(error)
                    run.end = .stopped
                }
                return
            }
        }
        return run
    }

    /// Whether there is room for a change, which a change that writes nothing does not need.
    private func admission(
        of job: any WriteJob,
        _ writeSet: WriteSet,
        isObstructed: Bool
    ) -> StoreReserve.Admission {
        if job.mayUseReserve || writeSet.isEmpty { return .admitted }
        return isObstructed ? .refused : reserve.admit(writeSet)
    }

    /// Puts a change into the log and the overlay; where the log's file cannot grow, with what the
    /// reserve gives, or in the other file.
    private func keep(
        _ job: any WriteJob,
        _ writeSet: WriteSet,
        in active: Overlay
    ) -> CommitQueue.Keeping {
        var keeping = commits.add(job, writeSet, to: active)
        if case .logFull = keeping, reserve.release() {
            keeping = commits.add(job, writeSet, to: active)
        }
        guard case .logFull(let mayRotate) = keeping else { return keeping }
        reserve.noteRefusal()
        return mayRotate ? keeping : commits.refuse(job, .full, in: active)
    }

    /// What may be taken of the database's pages by changes that are on their way there.
    private var waitingByteCount: Int {
        let layers = generations.layers
        let frozen = Double(layers.frozen?.movingCost ?? 0) * generations.progress.waitingShare
        return layers.active.movingCost + Int(frozen)
    }

    /// Finds out how much room there is: has all changes moved, and measures.
    private func settle() {
        moveEarly()
        _ = generations.awaitNothingFrozen()
        reserve.measure(waitingByteCount: waitingByteCount, isSettled: true)
    }

    /// Freezes the active overlay, so that it is moved, and goes on with a fresh one.
    ///
    /// - Returns: Why that cannot be done; then everything is as before.
    private func beginGeneration() -> StorageError? {
        // What is moved must be durable in the log first.
        guard commits.awaitCommitted() else { return .stopped }
        generations.layers.active.checkInvariants()
        let fresh = Overlay(byteCountMax: options.overlayByteCountMax, from: spareMemory)
        if let obstacle = generations.awaitNothingFrozen() { return obstacle }
        // Before the mover sees the frozen overlay, whose file it cleans: that must wait by then.
        commits.rotate()
        generations.freeze(replacingActiveWith: fresh)
        return nil
    }

    /// Lets what is in memory be moved although there is room for more.
    private func moveEarly() {
        if generations.layers.active.isEmpty { return }
        // What hinders moving hinders it later as well, and is told to the changes that it stops.
        _ = beginGeneration()
    }

    /// Has what is in memory moved; where nothing is, leaves a file that earlier uses have filled,
    /// so that it is cleaned.
    private func moveInQuietTimes() {
        if generations.layers.active.isEmpty, commits.isActiveFileStale {
            _ = beginGeneration()
        } else {
            moveEarly()
        }
    }

    /// Ends changes that cannot be written; answers how many.
    private func refuse(_ jobs: ArraySlice<any WriteJob>, _ reason: StorageError) -> Int {
        for job in jobs { job.finish(reason) }
        return jobs.count
    }
}
