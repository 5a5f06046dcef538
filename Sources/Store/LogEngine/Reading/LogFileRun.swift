internal import StorageEngine

/// The run of a file of the log with what its changes come to, without their bytes.
struct LogFileRun {
    let run: LogRun
    let count: LogChangeCount

    /// The run of a file that is not there.
    init() {
        run = LogRun()
        count = LogChangeCount(tableCount: 0)
    }

    /// Reads a file.
    init(_ file: LogFileReader, identity: UInt64, tableCount: Int) throws(FileError) {
        var count = LogChangeCount(tableCount: tableCount)
        run = try LogRun(of: file, identity: identity) { count.add($0) }
        self.count = count
    }

    /// Reads the batches again, into an overlay; nil if they are not there any more.
    func overlay(
        from file: LogFileReader,
        identity: UInt64
    ) throws(FileError) -> Overlay? {
        let overlay = Overlay(
            byteCountMax: EngineLimits.overlayByteCounts.lowerBound,
            holding: count.changeCount,
            valueByteCount: count.valueByteCount
        )
        var offset = 0
        guard var number = run.first else { return overlay }
        while offset < run.endOffset {
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
