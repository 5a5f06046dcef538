/// What the files of the log hold that LMDB does not.
struct LogRecovery: ~Copyable {
    /// The log, ready for the next batch.
    let log: Log
    /// The changes of the file that is written further.
    let active: Overlay
    /// Those of the other file, if it has some that LMDB has not.
    let frozen: Overlay?
}

extension LogRecovery {
    /// The names of the two files in the directory of the log.
    static let fileNames = ["even", "odd"]

    /// Opens or creates the log in a directory, and reads all batches that LMDB has not got.
    ///
    /// All that it found is durable when this returns.
    ///
    /// - Throws: `.unavailable` when the system fails, when the files are another store's, or when
    ///   a batch is missing or damaged that must have been durable once.
    static func recover(
        directory: String,
        position: LogPosition,
        tableCount: Int,
        options: EngineOptions,
        operations: FileOperations
    ) throws(StorageError) -> LogRecovery {
        let even = try segment(directory + "/" + fileNames[0], operations)
        let odd = try segment(directory + "/" + fileNames[1], operations)
        let plan = try even.contents.span.bytes.withUnsafeBytes { first throws(StorageError) in
            try odd.contents.span.bytes.withUnsafeBytes { second throws(StorageError) in
                try LogPlan(
                    LoggedRun(first, identity: position.identity),
                    LoggedRun(second, identity: position.identity),
                    appliedBatch: position.appliedBatch,
                    tableCount: tableCount,
                    options
                )
            }
        }
        let (active, idle) = plan.isOddActive ? (odd, even) : (even, odd)
        do throws(FileError) {
            try secure(plan.newest, of: active.contents, in: active.segment)
            let log = try Log(
                identity: position.identity,
                nextNumber: plan.nextNumber,
                active: active.segment,
                idle: idle.segment,
                offset: plan.offset,
                segmentByteCountMax: options.segmentByteCountMax
            )
            return LogRecovery(log: log, active: plan.active, frozen: plan.frozen)
        } catch {
            throw StorageError(error)
        }
    }

    private static func segment(
        _ path: String,
        _ operations: FileOperations
    ) throws(StorageError) -> (segment: LogSegment, contents: [UInt8]) {
        do throws(FileError) {
            let segment = try LogSegment(path: path, operations: operations)
            return (segment, try segment.contents())
        } catch {
            throw StorageError(error)
        }
    }

    /// Makes the newest batch durable, which from now on can be read and built on.
    ///
    /// It may have been written and not flushed. It is written again, for if the flush failed, then
    /// the kernel has marked its pages clean and would not write them.
    private static func secure(
        _ newest: Range<Int>,
        of contents: [UInt8],
        in segment: LogSegment
    ) throws(FileError) {
        if newest.isEmpty { return }
        try contents.span.bytes.extracting(newest).withUnsafeBytes { bytes throws(FileError) in
            try segment.write(bytes, at: newest.lowerBound)
        }
        try segment.synchronize()
    }
}

/// How to go on after a start.
private struct LogPlan {
    let active: Overlay
    let frozen: Overlay?
    let isOddActive: Bool
    let offset: Int
    let nextNumber: UInt64
    /// Where the newest batch lies in the active file; empty if LMDB has it.
    let newest: Range<Int>

    /// Puts the runs of both files in order.
    ///
    /// A batch was written only after the one before it was flushed: the one behind the last may
    /// have been torn by a crash, and one behind that proves that the torn one was durable.
    ///
    /// - Throws: `.unavailable` when something durable is missing, or is another store's.
    init(
        _ even: LoggedRun,
        _ odd: LoggedRun,
        appliedBatch: UInt64,
        tableCount: Int,
        _ options: EngineOptions
    ) throws(StorageError) {
        guard !even.run.isForeign, !odd.run.isForeign else {
            throw .unavailable("The log belongs to another store.")
        }
        isOddActive = odd.run.last > even.run.last
        let (active, idle) = isOddActive ? (odd, even) : (even, odd)
        let (newer, older) = (active.run, idle.run)
        nextNumber = max(newer.last, appliedBatch) + 1
        guard max(newer.greatestBehind, older.greatestBehind) <= nextNumber else {
            throw Self.damaged
        }
        guard newer.last > appliedBatch, let first = newer.first else {
            // LMDB has everything; the files are written over.
            self.active = Overlay(byteCountMax: options.overlayByteCountMax)
            frozen = nil
            offset = 0
            newest = 0..<0
            return
        }
        self.active = try Self.overlay(of: active.batches, tableCount, options)
        offset = newer.endOffset
        newest = newer.newest
        if first <= appliedBatch + 1 {
            frozen = nil
        } else {
            guard older.last == first - 1, let oldest = older.first, oldest <= appliedBatch + 1
            else { throw Self.damaged }
            frozen = try Self.overlay(of: idle.batches, tableCount, options)
        }
    }

    private static let damaged = StorageError.unavailable(
        "The log is damaged: changes that were acknowledged are missing."
    )

    /// All changes of batches; those that LMDB has already are the same there.
    ///
    /// - Throws: `.unavailable` if there is one that this version does not understand.
    private static func overlay(
        of batches: [LoggedBatch],
        _ tableCount: Int,
        _ options: EngineOptions
    ) throws(StorageError) -> Overlay {
        var count = LogChangeCount(tableCount: tableCount)
        for batch in batches { count.add(batch) }
        guard count.isKnown else {
            throw .unavailable("The log has changes that this version does not know.")
        }
        let overlay = Overlay(
            byteCountMax: options.overlayByteCountMax,
            holding: count.changeCount,
            valueByteCount: count.valueByteCount
        )
        for batch in batches {
            batch.forEach { key, table, value in
                overlay.insert(value, for: key, in: table, batch: batch.number)
            }
        }
        return overlay
    }
}
