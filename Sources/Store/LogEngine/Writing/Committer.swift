internal import StorageEngine

/// Makes changes durable, and tells them their end, in the order in which they were run: on a
/// thread of its own, so that others are run meanwhile.
///
/// After a failed write or flush nothing is known about what the disk holds: no change is
/// acknowledged any more and the process ends. A flush is never tried again, for the kernel has
/// marked the lost pages clean.
final class Committer: Sendable {
    private let commits: CommitQueue
    private let generations: Generations
    private let failure: EngineFailure
    private let counts: EngineCounts
    private let clock: @Sendable () -> LogTime
    private let extent: LogExtentRecord

    /// Gathers what the committer needs.
    init(
        commits: CommitQueue,
        generations: Generations,
        failure: EngineFailure,
        counts: EngineCounts,
        clock: @escaping @Sendable () -> LogTime,
        extent: LogExtentRecord
    ) {
        self.counts = counts
        self.commits = commits
        self.generations = generations
        self.failure = failure
        self.clock = clock
        self.extent = extent
    }

    /// Works until the queue is closed and empty, or the disk fails.
    func run() {
        var commit = CommitQueue.Commit()
        while commits.take(&commit) {
            if !self.commit(&commit) { return }
        }
    }

    /// Commits, on this thread, what was taken out of the queue, and leaves nothing of it; answers
    /// whether the disk still works.
    func commit(_ commit: inout CommitQueue.Commit) -> Bool {
        defer { commit.removeJobs() }
        var batch = commit.batch.take()
        let place = batch?.place
        let start = ContinuousClock.now
        do throws(FileError) {
            try batch?.write(at: clock())
        } catch {
            failure.declare(error)
            for job in commit.jobs { job.finish(.outcomeUnknown) }
            return false
        }
        if let number = place?.number { generations.publish(number) }
        let (jobCount, byteCount) = (commit.jobs.count, place?.byteCount ?? 0)
        counts.didCommit(jobCount: jobCount, byteCount: byteCount, in: .now - start)
        commits.didCommit(batch)
        tellEnd(of: commit.jobs, refusals: commit.refusals)
        return place.map(record) ?? true
    }

    /// Records from time to time that the log reaches this far; answers whether the disk still
    /// works.
    private func record(_ place: BatchPlace) -> Bool {
        do throws(FileError) {
            try extent.note(place)
            return true
        } catch {
            failure.declare(error)
            return false
        }
    }

    private func tellEnd(of jobs: [any WriteJob], refusals: [Int: StorageError]) {
        if refusals.isEmpty {
            for job in jobs { job.didCommit() }
            for job in jobs { job.finish(nil) }
        } else {
            for (index, job) in jobs.enumerated() where refusals[index] == nil { job.didCommit() }
            for (index, job) in jobs.enumerated() { job.finish(refusals[index]) }
        }
        for job in jobs { job.didEndBatch() }
    }
}
