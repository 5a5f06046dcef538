/// The order of a log's two files, of which nothing is missing.
///
/// A batch was written only after the one before it was flushed: the one behind the last may have
/// been torn by a crash, and one behind that proves that the torn one was durable.
struct LogOrder {
    /// Whether the second file is the one that is written further.
    let isOddNewer: Bool
    /// The number of the newest batch; that of LMDB if it has them all.
    let newestBatch: UInt64
    /// Which files have batches that LMDB has not.
    let waiting: Waiting

    /// Files with batches that LMDB has not got.
    enum Waiting {
        case none
        case newer
        case both
    }

    /// Puts the runs of both files in order.
    ///
    /// - Parameters:
    ///   - runs: what was found in the files, in the order of their names.
    ///   - appliedBatch: LMDB has all batches up to this one.
    ///   - extent: how far the log is known to reach; nil for one that has not recorded it yet.
    /// - Throws: What is missing.
    init(_ runs: [LogRun], appliedBatch: UInt64, extent: LogExtent?) throws(LogLoss) {
        for (name, run) in zip(LogRecovery.fileNames, runs) where run.isForeign {
            throw .foreign(file: name)
        }
        isOddNewer = runs[1].last > runs[0].last
        let (newer, older) = isOddNewer ? (runs[1], runs[0]) : (runs[0], runs[1])
        newestBatch = max(newer.last, appliedBatch)
        let behind = max(newer.greatestBehind, older.greatestBehind)
        // The batch behind the newest may have been torn; what was known to be durable was not.
        let known = max(behind > newestBatch + 1 ? behind - 1 : 0, extent?.lastBatch ?? 0)
        guard known <= newestBatch else {
            throw .batches(
                (newestBatch + 1)...known,
                file: extent?.nameOfFile(with: newestBatch + 1)
            )
        }
        guard newer.last > appliedBatch, let first = newer.first else {
            waiting = .none
            return
        }
        if first <= appliedBatch + 1 {
            waiting = .newer
            return
        }
        waiting = .both
        guard older.last == first - 1, let oldest = older.first, oldest <= appliedBatch + 1 else {
            throw .batches(
                Self.gap(after: appliedBatch, before: first, older),
                file: LogRecovery.fileNames[isOddNewer ? 0 : 1]
            )
        }
    }

    /// Which batches are missing before the newer file, for all that the older one has.
    private static func gap(
        after applied: UInt64,
        before first: UInt64,
        _ older: LogRun
    ) -> ClosedRange<UInt64> {
        let oldest = older.first ?? first
        if oldest > applied + 1 { return (applied + 1)...max(applied + 1, min(oldest, first) - 1) }
        return min(max(older.last, applied) + 1, first - 1)...(first - 1)
    }
}
