internal import AccountStorage
package import Cryptography
internal import Domain
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import OperatingSystem
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// Makes a store out of a backup, and of the batches that were written behind it.
///
/// The store is built beside its place and renamed when it is whole and durable; a crash leaves
/// nothing under the name. What was copied is the same as what was backed up, byte by byte. It
/// begins a log of its own, so that what happens to it is never taken for what happened to the
/// first one.
package struct BackupRestoration {
    private let backup: BackupFiles
    private let target: String
    private let archive: BackupArchive?
    private let erasures: ErasureSources
    private let masterKey: MasterKey?

    /// Prepares to restore a backup to a path, and to go on from there by an archive, if there is
    /// one.
    ///
    /// Whom the sources name as deleted is deleted from what is restored: at once with the master
    /// key of the store, and without it by the first start of the store.
    ///
    /// - Throws: `.archive(.earlierThanBackup)` if the end lies before the backup.
    package init(
        of backup: BackupFiles,
        to target: String,
        by archive: BackupArchive? = nil,
        without erasures: ErasureSources? = nil,
        masterKey: MasterKey? = nil
    ) throws(StoreToolError) {
        try archive?.checkEnd(behind: backup.manifest)
        self.backup = backup
        self.target = target
        self.archive = archive
        self.masterKey = masterKey
        self.erasures =
            erasures
            ?? ErasureSources(
                backup: backup.path,
                store: target,
                archives: archive?.folders ?? [],
                named: []
            )
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
        guard FileSystem.exists(data) else { return false }
        // A file that was cut short may end the process that reads it.
        guard let pages = try? MetaPages(path: data), !pages.isFileShort else { return true }
        do throws(StoreToolError) {
            _ = try StorePlace(path: target, replacing: .emptyStore)
            return false
        } catch {
            return true
        }
    }

    /// Proves that the backup can be restored and that the archive has all that is wanted.
    ///
    /// - Parameter progress: is told how many bytes of the backup were read.
    /// - Returns: How far the archive leads.
    /// - Throws: `.backup(.damaged)`, `.archive`, or what `progress` throws.
    package func check(progress: StoreProgress) throws(StoreToolError) -> LogReach {
        try backup.checkBytes(progress: progress)
        return try archive?.check(behind: backup.manifest) ?? LogReach(of: backup.manifest)
    }

    /// Restores the backup.
    ///
    /// - Parameters:
    ///   - predecessor: what becomes of a store that is there.
    ///   - progress: is told how many bytes of the database were copied.
    /// - Returns: How far the archive has led.
    /// - Throws: `.backup(.damaged)`, `.archive`, `.targetTaken`, `.inUse`, or what `progress`
    ///   throws; nothing has changed then.
    @discardableResult
    package func run(
        predecessor: Predecessor,
        progress: StoreProgress
    ) throws(StoreToolError) -> LogReach {
        let place = try StorePlace(
            path: target,
            replacing: predecessor == .replaced ? .anyStore : .emptyStore
        )
        let store = try place.begin()
        try copyFiles(to: store.path, progress)
        let reach = try completeStore(in: store.path)
        try erase(in: store.path)
        try store.finish()
        return reach
    }

    private func copyFiles(
        to folder: String,
        _ progress: StoreProgress
    ) throws(StoreToolError) {
        let data = folder + "/data"
        do throws(LMDBError) {
            try FileSystem.createDirectory(data)
        } catch {
            throw StoreToolError(error, path: folder)
        }
        guard FileSystem.exists(backup.dataPath) else {
            throw .backup(.damaged("its database is missing"))
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

    /// Puts the marks of all who were deleted beside the store, which deletes them when opened.
    private func erase(in folder: String) throws(StoreToolError) {
        let marks = try erasures.marks()
        let file = ErasureFile(in: folder)
        do throws(SystemError) {
            if !marks.isEmpty { try file.replace(by: marks) }
        } catch {
            throw .system(path: file.path, error.number)
        }
        // A store of an earlier version is brought to this one first.
        let hasBlanks = BlankMark.isThere(inStore: folder)
        guard let masterKey, !marks.isEmpty || hasBlanks,
            backup.manifest.store.schemaVersion == StoreDescription.newestSchemaVersion
        else { return }
        let now = Instant(milliseconds: LogTime.now.milliseconds)
        let store = try RecordStore.openExisting(directory: folder, masterKey: masterKey, now: now)
        defer { store.close() }
        do throws(StoreOpenError) {
            try store.eraseAll()
        } catch {
            throw .opening(error)
        }
    }

    /// Adds what the archive has, and gives the store a log that no other one has.
    private func completeStore(in folder: String) throws(StoreToolError) -> LogReach {
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(
                directory: folder,
                tables: Schema.tableNames + [LogPosition.tableName]
            )
        } catch {
            throw StoreToolError(error, path: folder)
        }
        defer { environment.close() }
        let replay = LogReplay(to: environment, at: folder)
        var isRewritten = false
        let reach =
            try archive?.forEachBatch(behind: backup.manifest) { batch throws(StoreToolError) in
                isRewritten = isRewritten || batch.isRewritten
                try replay.apply(batch)
            } ?? LogReach(of: backup.manifest)
        try replay.finish()
        if isRewritten { try noteBlanks(in: folder) }
        try skipNumbers(in: environment, replay, at: folder)
        try replay.finish()
        do throws(LMDBError) {
            try LogPosition.begin(in: environment)
        } catch {
            throw StoreToolError(error, path: folder)
        }
        return reach
    }

    /// Has the first opening delete what the archive gave back of what was erased.
    private func noteBlanks(in folder: String) throws(StoreToolError) {
        do throws(SystemError) {
            try BlankMark.leave(inStore: folder)
        } catch {
            throw .system(path: folder, error.number)
        }
    }

    /// Lets the store give out numbers that the first one cannot have given out since the backup.
    ///
    /// A mark of who was deleted there must not mean somebody else here.
    private func skipNumbers(
        in environment: Environment,
        _ replay: LogReplay,
        at folder: String
    ) throws(StoreToolError) {
        let (key, table) = (Key.counter(.nextUserNumber), TableID.counters)
        var next: UInt64 = 1
        do throws(LMDBError) {
            try environment.read { transaction throws(LMDBError) in
                let bytes = key.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
                _ = try transaction.withValue(
                    of: bytes.span.bytes,
                    in: environment.handle(of: table)
                ) { stored in
                    let number = try? Checksum.withRecord(
                        in: stored,
                        key: bytes.span.bytes,
                        table: table
                    ) { value throws(StorageError) -> UInt64 in
                        (try? value.number(at: 0, of: .counter) as UInt64) ?? 0
                    }
                    next = number ?? 0
                }
            }
        } catch {
            throw StoreToolError(error, path: folder)
        }
        let (sum, overflow) = next.addingReportingOverflow(Self.skippedNumberCount)
        guard next > 0, !overflow else { throw .damagedRecord(table: "counters") }
        var value: [UInt8] = []
        value.append(bigEndian: sum)
        try replay.put(value, for: key, in: table)
    }

    /// More accounts and guests than a store makes between a backup and its restoration.
    static let skippedNumberCount: UInt64 = 1 << 32
}
