internal import LMDB

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
    private let failure: DiskFailure
    private let spareMemory = SpareMemory()

    private var generations: Generations { snapshots.generations }

    /// Gathers what the writer needs.
    init(
        queue: WriteQueue,
        commits: CommitQueue,
        committer: Committer,
        snapshots: SnapshotSource,
        options: EngineOptions,
        failure: DiskFailure
    ) {
        self.queue = queue
        self.commits = commits
        self.committer = committer
        self.snapshots = snapshots
        self.options = options
        self.failure = failure
    }

    /// Works until the queue is closed and empty, or the disk fails; then lets the committer and
    /// the mover end.
    func run() {
        while let work = queue.take(countMax: EngineLimits.batchJobCountMax) {
            var remaining = work.jobs[...]
            while !remaining.isEmpty { remaining = remaining.dropFirst(run(remaining)) }
            rest()
            // What is being moved already need not be waited for: there is another time.
            if work.isMoveRequested, generations.layers.frozen == nil { moveInQuietTimes() }
        }
        moveEarly()
        commits.close()
        generations.close()
    }

    /// Has what was run committed, for there is nothing to run.
    private func rest() {
        guard let lone = commits.takeLone() else { return commits.rest() }
        // When the disk fails, the queue is closed, and so this thread ends too.
        _ = committer.commit(lone)
    }

    /// Runs the first of some changes; answers how many.
    ///
    /// Those that were run have ended, or will end with their commit.
    private func run(_ jobs: ArraySlice<any WriteJob>) -> Int {
        if let obstacle = generations.awaitRoom(fill: fill) { return refuse(jobs, obstacle) }
        let run: Run
        do throws(StorageError) {
            run = try self.run(jobs, in: generations.layers.active)
        } catch {
            return refuse(jobs, error)
        }
        switch run.end {
        case .done: return run.jobCount
        case .stopped: return run.jobCount + refuse(jobs.dropFirst(run.jobCount), .stopped)
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
            /// The disk failed.
            case stopped
        }
    }

    /// How full the generation is, from 0 to 1: its memory or its file.
    private var fill: Double { max(generations.layers.active.fill, commits.fill) }

    /// Runs changes one after the other; each sees those before it.
    private func run(
        _ jobs: ArraySlice<any WriteJob>,
        in active: Overlay
    ) throws(StorageError) -> Run {
        var run = Run()
        try snapshots.withSnapshot(.latest) { snapshot throws(StorageError) in
            let view = ChangeView(over: snapshot)
            for job in jobs {
                view.removeAll()
                if !job.run(on: view) { view.removeAll() }
                switch commits.add(job, view.writeSet, to: active) {
                case .kept:
                    run.jobCount += 1
                    continue
                case .generationFull: run.end = .generationFull
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

    /// Freezes the active overlay, so that it is moved, and goes on with a fresh one.
    ///
    /// - Returns: Why that cannot be done; then everything is as before.
    private func beginGeneration() -> StorageError? {
        // What is moved must be durable in the log first.
        guard commits.awaitCommitted() else { return .stopped }
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
