import LogEngine
import Metrics
import StorageEngine

/// What is measured of changes on their way to stable storage, and from there into the database.
private enum CommitFamilies {
    static let queue = MetricFamily(
        .gauge,
        "notelet_store_write_queue_length",
        "Changes that wait to be run."
    )
    static let jobs = MetricFamily(
        .histogram,
        "notelet_store_commit_changes",
        "Changes that were committed together."
    )
    static let bytes = MetricFamily(
        .histogram,
        "notelet_store_commit_bytes",
        "Bytes that a commit wrote to the log."
    )
    static let flushes = MetricFamily(
        .histogram,
        "notelet_store_flush_seconds",
        "Time that a commit took to be written to the log and flushed to the disk (fdatasync)."
    )
    static let log = MetricFamily(
        .gauge,
        "notelet_store_log_fill_ratio",
        "How full the active file of the log is."
    )
    static let active = MetricFamily(
        .gauge,
        "notelet_store_overlay_fill_ratio",
        "How full the overlay is that takes changes, when it last took some."
    )
    static let frozen = MetricFamily(
        .gauge,
        "notelet_store_checkpoint_remaining_ratio",
        "How much of the overlay before it has yet to be moved into the database; 0 at rest."
    )
    static let obstructed = MetricFamily(
        .gauge,
        "notelet_store_checkpoint_obstructed",
        "1 while nothing can be moved into the database, for lack of room or since the archive "
            + "cannot be written; else 0."
    )
    static let overlays = MetricFamily(
        .counter,
        "notelet_store_checkpoints_total",
        "Overlays that were moved into the database."
    )
    static let changes = MetricFamily(
        .counter,
        "notelet_store_checkpoint_changes_total",
        "Changed records that were moved into the database."
    )
    static let moves = MetricFamily(
        .histogram,
        "notelet_store_checkpoint_transaction_seconds",
        "Time that a transaction of the database took, flush included."
    )
    static let stopped = MetricFamily(
        .gauge,
        "notelet_store_stopped",
        "1 once changes are refused, since the disk failed or the store is closed; else 0."
    )
}

extension ExpositionText {
    /// Writes what commits, the log and checkpoints have come to.
    mutating func write(commits activity: EngineActivity) {
        let families = CommitFamilies.self
        let commits = activity.commits
        write(families.queue, activity.queuedJobCount)
        write(families.jobs, [([], commits.jobCounts)])
        write(families.bytes, [([], commits.byteCounts)])
        write(families.flushes, [([], commits.flushNanoseconds)], unitCount: 1_000_000_000)
        if let log = activity.log { write(log: log) }
        write(families.stopped, activity.isStopped ? 1 : 0)
    }

    private mutating func write(log: EngineActivity.Log) {
        let families = CommitFamilies.self
        let moves = log.moves
        write(families.log, .quantity(log.fill))
        write(families.active, .quantity(moves.activeFill))
        write(families.frozen, .quantity(moves.waitingShare))
        write(families.obstructed, moves.isObstructed ? 1 : 0)
        write(families.overlays, moves.overlayCount)
        write(families.changes, moves.changeCount)
        write(families.moves, [([], moves.transactionNanoseconds)], unitCount: 1_000_000_000)
    }
}
