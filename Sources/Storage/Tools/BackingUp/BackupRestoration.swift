internal import LMDB

/// Makes a store out of a backup.
///
/// The store is built beside its place and renamed when it is whole, durable and the same as what
/// was backed up, byte by byte; a crash leaves nothing under the name. It begins a log of its own,
/// so that what happens to it is never taken for what happened to the first one.
package struct BackupRestoration {
    private let backup: BackupFiles
    private let target: String

    /// Prepares to restore a backup to a path.
    package init(of backup: BackupFiles, to target: String) {
        self.backup = backup
        self.target = target
    }

    /// What becomes of a store that is where the new one is to be.
    package enum Predecessor: Sendable {
        /// It stays, unless it holds no records, and the restoration is refused.
        case kept
        /// It goes for good, once the new one can take its place.
        case replaced
    }

    /// Whether there is a store that would have to be replaced.
    ///
    /// - Throws: `.inUse` if somebody has it open, `.targetTaken` if there is something else.
    package func needsToReplace() throws(StoreToolError) -> Bool {
        _ = try StorePlace(path: target, replacing: .anyStore)
        let data = target + "/data/data.mdb"
        guard FileSystem.isTaken(data) else { return false }
        // A file that was cut short may end the process that reads it.
        guard let pages = try? MetaPages(path: data), !pages.isFileShort else { return true }
        do throws(StoreToolError) {
            _ = try StorePlace(path: target, replacing: .emptyStore)
            return false
        } catch {
            return true
        }
    }

    /// Restores the backup.
    ///
    /// - Parameters:
    ///   - predecessor: what becomes of a store that is there.
    ///   - progress: is told how many bytes of the database were copied.
    /// - Throws: `.backup(.damaged)`, `.targetTaken`, `.inUse`, or what `progress` throws; nothing
    ///   has changed then.
    package func run(
        predecessor: Predecessor,
        progress: StoreProgress
    ) throws(StoreToolError) {
        let place = try StorePlace(
            path: target,
            replacing: predecessor == .replaced ? .anyStore : .emptyStore
        )
        do throws(StoreToolError) {
            try copyFiles(to: place.unfinishedPath, progress)
            try beginLog(in: place.unfinishedPath)
            try place.finish()
        } catch {
            place.removeUnfinished()
            throw error
        }
    }

    private func copyFiles(
        to folder: String,
        _ progress: StoreProgress
    ) throws(StoreToolError) {
        let data = folder + "/data"
        do throws(LMDBError) {
            try FileSystem.createDirectory(folder)
            try FileSystem.createDirectory(data)
        } catch {
            throw StoreToolError(error, path: folder)
        }
        let copy = try FileCopy(of: backup.dataPath, to: data + "/data.mdb")
        var byteCount = 0
        while case let count = try copy.step(), count > 0 {
            byteCount += count
            try progress(byteCount)
        }
        try copy.finish()
        try backup.checkBytes(ofFileAt: data + "/data.mdb") { _ throws(StoreToolError) in
            try progress(byteCount)
        }
        do throws(LMDBError) {
            try FileSystem.synchronize(data)
        } catch {
            throw StoreToolError(error, path: data)
        }
    }

    /// Gives the store a log that no other one has.
    private func beginLog(in folder: String) throws(StoreToolError) {
        do throws(LMDBError) {
            let environment = try Environment.open(
                directory: folder,
                tables: SchemaTable.allCases.map(\.name) + [LogPosition.tableName]
            )
            defer { environment.close() }
            let position = LogPosition(identity: .random(in: .min ... .max), appliedBatch: 0)
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                try position.write(to: &transaction, in: environment.logTable)
                try transaction.commit()
            }
        } catch {
            throw StoreToolError(error, path: folder)
        }
    }
}
