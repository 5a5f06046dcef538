/// The batches that follow each other from the beginning of a file of the log, without their bytes.
///
/// It is to a file what `LogRun` is to the contents of one; as there, the run ends at the first
/// place that holds no sound successor.
struct LogFileRun {
    /// The number of the first batch; nil for none.
    private(set) var first: UInt64?
    /// The number of the last batch; 0 for none.
    private(set) var last: UInt64 = 0
    /// Where the batches end.
    private(set) var endOffset = 0
    /// The greatest number of a sound header at the end or behind it; 0 for none.
    private(set) var greatestBehind: UInt64 = 0
    /// Changes of all batches.
    private(set) var changeCount = 0
    /// Bytes of the values of all changes.
    private(set) var valueByteCount = 0
    /// Whether the file begins with a batch of another store's log.
    private(set) var isForeign = false
    /// Whether all changes are of known tables.
    private(set) var isKnown = true

    /// The run of a file that is not there.
    init() {}

    /// Reads a file.
    init(_ file: LogFileReader, identity: UInt64, tableCount: Int) throws(FileError) {
        isForeign = try file.header(at: 0).map { $0.identity != identity } ?? false
        while try takeBatch(of: file, identity, tableCount) {}
        try file.synchronize()
        let byteCount = try file.byteCount()
        var offset = endOffset
        while offset < byteCount {
            if let header = try file.header(at: offset), header.identity == identity {
                greatestBehind = max(greatestBehind, header.number)
            }
            offset += LogBatch.blockByteCount
        }
    }

    /// Takes the next batch in; answers whether there was one.
    private mutating func takeBatch(
        of file: LogFileReader,
        _ identity: UInt64,
        _ tableCount: Int
    ) throws(FileError) -> Bool {
        var run = self
        let isNext = try file.withBatch(at: endOffset, identity: identity) { header, batch in
            guard run.first == nil || header.number == run.last + 1 else { return false }
            run.first = run.first ?? header.number
            run.last = header.number
            run.endOffset += header.byteCount
            let isWhole = batch.forEach { _, table, value in
                run.changeCount += 1
                run.valueByteCount += value?.byteCount ?? 0
                if Int(table.rawValue) >= tableCount { run.isKnown = false }
            }
            if !isWhole { run.isKnown = false }
            return true
        }
        self = run
        return isNext ?? false
    }

    /// Reads the batches again, into an overlay; nil if they are not there any more.
    func overlay(
        from file: LogFileReader,
        identity: UInt64
    ) throws(FileError) -> Overlay? {
        let overlay = Overlay(
            byteCountMax: EngineLimits.overlayByteCounts.lowerBound,
            holding: changeCount,
            valueByteCount: valueByteCount
        )
        var offset = 0
        guard var number = first else { return overlay }
        while offset < endOffset {
            let byteCount = try file.withBatch(at: offset, identity: identity) { header, batch in
                header.number == number && Self.insert(batch, into: overlay) ? header.byteCount : 0
            }
            guard let byteCount, byteCount > 0 else { return nil }
            offset += byteCount
            number += 1
        }
        return overlay
    }

    /// Inserts the changes of a batch; answers whether there was room, as for those counted before.
    private static func insert(_ batch: LoggedBatch, into overlay: Overlay) -> Bool {
        var hasRoom = true
        batch.forEach { key, table, value in
            let byteCount = value?.byteCount ?? 0
            hasRoom = hasRoom && overlay.hasRoom(forChanges: 1, valueByteCount: byteCount)
            if hasRoom { overlay.insert(value, for: key, in: table, batch: batch.number) }
        }
        return hasRoom
    }
}
