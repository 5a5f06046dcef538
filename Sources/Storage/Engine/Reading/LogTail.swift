internal import Glibc

/// The batches that LMDB has not got, as one reading of the log's two files found them.
struct LogTail {
    /// The log, and the last batch that LMDB was known to have.
    let position: LogPosition
    /// The changes, those of the file that is written further above those of the other one.
    let layers: Layers
    /// The number of the newest batch; that of the position if LMDB has them all.
    let newestBatch: UInt64
    /// Bytes that the batches take in the files.
    let byteCount: Int

    /// The directory of the log in that of the store.
    static let directoryName = "log"

    /// Reads the files of the log in a directory, which need not be there.
    ///
    /// - Throws: `.logDamaged` if batches are missing, which is no wonder if the files were
    ///   written over meanwhile; `.logForeign`, `.logUnknown`, `.system`.
    init(
        directory: String,
        position: LogPosition,
        tableCount: Int
    ) throws(EngineReadError) {
        let even: LogTailPart
        let odd: LogTailPart
        do throws(FileError) {
            let paths = LogRecovery.fileNames.map { directory + "/" + $0 }
            even = try LogTailPart(paths[0], position, tableCount)
            odd = try LogTailPart(paths[1], position, tableCount)
        } catch {
            throw .system(error.code)
        }
        let isOddNewer = odd.run.last > even.run.last
        try self.init(newer: isOddNewer ? odd : even, older: isOddNewer ? even : odd, position)
    }

    /// Puts the runs of both files in order, as a start of the engine does.
    ///
    /// A batch was written only after the one before it was flushed: the one behind the last may
    /// be in the making, and one behind that proves that the last but one is missing.
    private init(
        newer: LogTailPart,
        older: LogTailPart,
        _ position: LogPosition
    ) throws(EngineReadError) {
        let applied = position.appliedBatch
        guard !newer.run.isForeign, !older.run.isForeign else { throw .logForeign }
        newestBatch = max(newer.run.last, applied)
        guard max(newer.run.greatestBehind, older.run.greatestBehind) <= newestBatch + 1 else {
            throw .logDamaged
        }
        self.position = position
        guard newer.run.last > applied, let first = newer.run.first else {
            layers = Layers(active: .empty, frozen: nil)
            byteCount = 0
            return
        }
        if first <= applied + 1 {
            layers = Layers(active: try newer.overlay(position), frozen: nil)
            byteCount = newer.run.endOffset
            return
        }
        guard older.run.last == first - 1, let oldest = older.run.first, oldest <= applied + 1
        else {
            throw .logDamaged
        }
        layers = Layers(
            active: try newer.overlay(position),
            frozen: try older.overlay(position)
        )
        byteCount = newer.run.endOffset + older.run.endOffset
    }
}

/// One file of the log and what was found in it.
private struct LogTailPart {
    private let file: LogFileReader?
    private let contents: LogFileRun

    var run: LogRun { contents.run }

    init(_ path: String, _ position: LogPosition, _ tableCount: Int) throws(FileError) {
        file = try LogFileReader(path: path)
        contents =
            try file.map { file throws(FileError) in
                try LogFileRun(file, identity: position.identity, tableCount: tableCount)
            } ?? LogFileRun()
    }

    func overlay(_ position: LogPosition) throws(EngineReadError) -> Overlay {
        guard contents.count.isKnown else { throw .logUnknown }
        let overlay: Overlay?
        do throws(FileError) {
            overlay = try file.flatMap { file throws(FileError) in
                try contents.overlay(from: file, identity: position.identity)
            }
        } catch {
            throw .system(error.code)
        }
        guard let overlay else { throw .logDamaged }
        return overlay
    }
}

extension Overlay {
    /// An overlay without changes, of the smallest size.
    fileprivate static var empty: Overlay {
        Overlay(byteCountMax: EngineLimits.overlayByteCounts.lowerBound)
    }
}
