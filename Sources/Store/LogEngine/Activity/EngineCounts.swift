internal import Locking
internal import Metrics
internal import StorageEngine

/// What has been committed and moved so far.
///
/// One thread at a time commits, and one moves; each counts what it does, and any thread reads.
final class EngineCounts: Sendable {
    private let commitJobs = Histogram(.counts)
    private let commitBytes = Histogram(.byteCounts)
    private let flushTimes = Histogram(.nanoseconds)
    private let moveTimes = Histogram(.nanoseconds)
    private let moved = Tally(count: 2)

    private static let changes = 0
    private static let overlays = 1

    /// Counts changes that were committed together, on the thread that did it.
    ///
    /// - Parameters:
    ///   - jobCount: How many they were.
    ///   - byteCount: The size of their batch of the log; 0 if they wrote nothing.
    ///   - time: How long it took to make the batch durable.
    func didCommit(jobCount: Int, byteCount: Int, in time: Duration) {
        commitJobs.count(UInt64(jobCount))
        guard byteCount > 0 else { return }
        commitBytes.count(UInt64(byteCount))
        flushTimes.count(time.wholeNanoseconds)
    }

    /// Counts changes that were carried into LMDB in one transaction, on the mover's thread.
    func didMove(changeCount: Int, in time: Duration) {
        moved.add(UInt64(changeCount), at: Self.changes)
        moveTimes.count(time.wholeNanoseconds)
    }

    /// Counts an overlay all of which is in LMDB, on the mover's thread.
    func didMoveOverlay() {
        moved.add(1, at: Self.overlays)
    }

    /// What was counted so far, of the commits.
    var commits: EngineActivity.Commits {
        EngineActivity.Commits(
            jobCounts: commitJobs.reading,
            byteCounts: commitBytes.reading,
            flushNanoseconds: flushTimes.reading
        )
    }

    /// What was counted so far, of the moves.
    func moves(_ progress: Generations.Progress) -> EngineActivity.Moves {
        EngineActivity.Moves(
            transactionNanoseconds: moveTimes.reading,
            changeCount: moved[Self.changes],
            overlayCount: moved[Self.overlays],
            activeFill: progress.activeFill,
            waitingShare: progress.waitingShare,
            isObstructed: progress.isObstructed
        )
    }
}
