internal import StorageEngine

/// What the files of the log hold that LMDB does not.
package struct LogRecovery: ~Copyable {
    /// The log, ready for the next batch.
    let log: Log
    /// The changes of the file that is written further.
    let active: Overlay
    /// Those of the other file, if it has some that LMDB has not.
    let frozen: Overlay?
    /// Where it is recorded how far the log reaches.
    let extent: LogExtentRecord
}

extension LogRecovery {
    /// The names of the two files in the directory of the log.
    package static let fileNames = ["even", "odd"]

    /// Opens the log in a directory, or creates it where it has no extent yet, and reads all
    /// batches that LMDB has not got.
    ///
    /// All that it found is durable when this returns, and recorded as that.
    ///
    /// - Throws: `.incomplete` when a file or a batch is missing, damaged or another store's
    ///   that must have been there once, and `.unavailable` when the system fails.
    static func recover(
        directory: String,
        position: LogPosition,
        tableCount: Int,
        options: EngineOptions,
        operations: FileOperations
    ) throws(StorageError) -> LogRecovery {
        let known = try knownExtent(directory, position)
        let files = try segments(directory, mayBeNew: known == nil, operations)
        if let loss = known?.loss(in: files.map { $0.contents.count }) {
            throw .incomplete(loss.summary)
        }
        let (even, odd) = (files[0], files[1])
        let plan = try unsafe even.contents.span.bytes.withUnsafeBytes {
            first throws(StorageError) in
            try unsafe odd.contents.span.bytes.withUnsafeBytes { second throws(StorageError) in
                try unsafe LogPlan(
                    [
                        LoggedRun(first, identity: position.identity),
                        LoggedRun(second, identity: position.identity),
                    ],
                    appliedBatch: position.appliedBatch,
                    known,
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
                isOddActive: plan.isOddActive,
                offset: plan.offset,
                segmentByteCountMax: options.segmentByteCountMax
            )
            // The files may be longer than what was ever flushed of them.
            for file in files { try file.segment.synchronize() }
            let extent = try LogExtentRecord(
                LogExtent(identity: position.identity, files: plan.found),
                in: directory,
                byteCountStep: options.extentByteCountStep,
                operations
            )
            return LogRecovery(
                log: log,
                active: plan.active,
                frozen: plan.frozen,
                extent: extent
            )
        } catch {
            throw StorageError(error)
        }
    }

    /// How far the log is known to reach; nil for one that has not recorded it yet.
    private static func knownExtent(
        _ directory: String,
        _ position: LogPosition
    ) throws(StorageError) -> LogExtent? {
        guard position.hasExtent else { return nil }
        let result: Result<LogExtent, LogLoss>
        do throws(FileError) {
            result = try LogExtent.read(in: directory, identity: position.identity)
        } catch {
            throw StorageError(error)
        }
        switch result {
        case .success(let extent): return extent
        case .failure(let loss): throw .incomplete(loss.summary)
        }
    }

    private static func segments(
        _ directory: String,
        mayBeNew: Bool,
        _ operations: FileOperations
    ) throws(StorageError) -> [(segment: LogSegment, contents: [UInt8])] {
        try fileNames.map { name throws(StorageError) in
            do throws(FileError) {
                let segment = try LogSegment(
                    path: directory + "/" + name,
                    operations: operations,
                    mayBeNew: mayBeNew
                )
                return (segment, try segment.contents())
            } catch {
                if error == .noSuchFile { throw .incomplete(LogLoss.missing(file: name).summary) }
                throw StorageError(error)
            }
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
        try unsafe contents.span.bytes.extracting(newest).withUnsafeBytes {
            bytes throws(FileError) in
            try unsafe segment.write(bytes, at: newest.lowerBound)
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
    /// What the files hold, in the order of their names.
    let found: [LogExtent.File]

    /// Puts the runs of both files in order.
    ///
    /// - Throws: `.incomplete` when something durable is missing, or is another store's.
    init(
        _ runs: [LoggedRun],
        appliedBatch: UInt64,
        _ known: LogExtent?,
        tableCount: Int,
        _ options: EngineOptions
    ) throws(StorageError) {
        let order: LogOrder
        do throws(LogLoss) {
            order = try LogOrder(runs.map(\.run), appliedBatch: appliedBatch, extent: known)
        } catch {
            throw .incomplete(error.summary)
        }
        found = runs.map { file in
            LogExtent.File(
                byteCount: file.byteCount,
                firstBatch: file.run.first ?? 0,
                lastBatch: file.run.last
            )
        }
        isOddActive = order.isOddNewer
        nextNumber = order.newestBatch + 1
        let (newer, older) = isOddActive ? (runs[1], runs[0]) : (runs[0], runs[1])
        if case .none = order.waiting {
            // LMDB has everything; the files are written over.
            active = Overlay(byteCountMax: options.overlayByteCountMax)
            frozen = nil
            offset = 0
            newest = 0..<0
            return
        }
        active = try Self.overlay(of: newer.batches, tableCount, options)
        offset = newer.run.endOffset
        newest = newer.run.newest
        frozen =
            if case .both = order.waiting {
                try Self.overlay(of: older.batches, tableCount, options)
            } else { nil }
    }

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
        overlay.checkInvariants()
        return overlay
    }
}
