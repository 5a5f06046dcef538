internal import Glibc
internal import StorageEngine

/// The batches that LMDB has not got, as one reading of the log's two files found them.
package struct LogTail {
    /// The log, and the last batch that LMDB was known to have.
    let position: LogPosition
    /// The changes, those of the file that is written further above those of the other one.
    let layers: Layers
    /// The number of the newest batch; that of the position if LMDB has them all.
    let newestBatch: UInt64
    /// Bytes that the batches take in the files.
    let byteCount: Int

    /// The directory of the log in that of the store.
    package static let directoryName = "log"

    /// Reads the files of the log in a directory, which must be there if the position says so.
    ///
    /// How far the log is known to reach is read first: it may reach further by then, and no less
    /// far.
    ///
    /// - Throws: `.logIncomplete` if something is missing, which is no wonder if the files were
    ///   written over meanwhile; `.logUnknown`, `.system`.
    package init(
        directory: String,
        position: LogPosition,
        tableCount: Int
    ) throws(EngineReadError) {
        let known = try Self.knownExtent(directory, position)
        let parts: [LogTailPart]
        let byteCounts: [Int?]
        do throws(FileError) {
            parts = try LogRecovery.fileNames.map { name throws(FileError) in
                try LogTailPart(directory + "/" + name, position, tableCount)
            }
            byteCounts = try parts.map { part throws(FileError) in try part.byteCount() }
        } catch {
            throw .system(error.code)
        }
        if let loss = known?.loss(in: byteCounts) { throw .logIncomplete(loss) }
        try self.init(parts, position, known)
    }

    /// How far the log is known to reach; nil for one that has not recorded it yet.
    private static func knownExtent(
        _ directory: String,
        _ position: LogPosition
    ) throws(EngineReadError) -> LogExtent? {
        guard position.hasExtent else { return nil }
        let result: Result<LogExtent, LogLoss>
        do throws(FileError) {
            result = try LogExtent.read(in: directory, identity: position.identity)
        } catch {
            throw .system(error.code)
        }
        switch result {
        case .success(let extent): return extent
        case .failure(let loss): throw .logIncomplete(loss)
        }
    }

    private init(
        _ parts: [LogTailPart],
        _ position: LogPosition,
        _ known: LogExtent?
    ) throws(EngineReadError) {
        let order: LogOrder
        do throws(LogLoss) {
            order = try LogOrder(
                parts.map(\.run),
                appliedBatch: position.appliedBatch,
                extent: known
            )
        } catch {
            throw .logIncomplete(error)
        }
        self.position = position
        newestBatch = order.newestBatch
        let (newer, older) = order.isOddNewer ? (parts[1], parts[0]) : (parts[0], parts[1])
        switch order.waiting {
        case .none:
            layers = Layers(active: .empty, frozen: nil)
            byteCount = 0
        case .newer:
            layers = Layers(active: try newer.overlay(position), frozen: nil)
            byteCount = newer.run.endOffset
        case .both:
            layers = Layers(
                active: try newer.overlay(position),
                frozen: try older.overlay(position)
            )
            byteCount = newer.run.endOffset + older.run.endOffset
        }
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

    /// Bytes of the file; nil if there is none.
    func byteCount() throws(FileError) -> Int? {
        try file.map { file throws(FileError) in try file.byteCount() }
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
        guard let overlay else {
            throw .logIncomplete(.batches((run.first ?? 1)...max(run.last, 1), file: nil))
        }
        return overlay
    }
}

extension Overlay {
    /// An overlay without changes, of the smallest size.
    fileprivate static var empty: Overlay {
        Overlay(byteCountMax: EngineLimits.overlayByteCounts.lowerBound)
    }
}
