internal import AccountStorage
package import Cryptography
package import Domain
internal import LMDB
package import Locking
package import LogEngine
internal import NoteStorage
internal import Records
package import Storage
package import StorageEngine
internal import StoreTools

extension RecordStore {
    /// Opens the store in a directory, or creates it.
    ///
    /// - Parameters:
    ///   - directory: where the files are; its parent must exist.
    ///   - masterKey: the key that the store was created with; lost, it cannot be replaced.
    ///   - now: the time that a new store notes as that of its creation.
    ///   - options: the sizes of memory, log and map.
    ///   - stop: ends the process when the disk has failed; by default with a line that says why.
    /// - Returns: The open store.
    /// - Throws: Why it cannot be opened; then nothing was written to it. A store of an earlier
    ///   version is left for `StoreMigration`: no earlier program could use it any more.
    package static func open(
        directory: String,
        masterKey: MasterKey,
        now: Instant,
        options: EngineOptions = EngineOptions(),
        stop: @escaping @Sendable (StopReason) -> Void = WriteAheadEngine.endProcess
    ) throws(StoreOpenError) -> RecordStore {
        var options = options
        do throws(DamagedPages) {
            options.uncheckedFrom = try OpeningCheck.run(inStore: directory)
        } catch {
            throw .damagedPages(error.summary)
        }
        try check(StoreSecrets(masterKey: masterKey), forStoreIn: directory)
        let engine: WriteAheadEngine
        do throws(StorageError) {
            engine = try WriteAheadEngine(
                directory: directory,
                tables: Schema.tableNames,
                options: options,
                stop: stop
            )
        } catch {
            throw .engine(error)
        }
        var files = [ErasureFile(in: directory)]
        if let archive = options.logArchive { files.append(ErasureFile(in: archive.directory)) }
        let store = try open(
            engine,
            masterKey: masterKey,
            now: now,
            erasures: files,
            lived: LivedFile(inStore: directory, life: engine.life).read()?.moment
        )
        do throws(StoreOpenError) {
            try store.deleteArchiveRemains(inStore: directory)
        } catch {
            store.close()
            throw error
        }
        return store
    }

    /// Opens the store in a directory, or creates it, with room to grow to `mapByteCount`, with so
    /// much memory for changes that are on their way into LMDB, and with an archive of the log if
    /// one is named.
    ///
    /// Of the map's room and the disk's `reserveByteCount` are kept for what is vital; `reportRoom`
    /// is told when no more than that is left, and when there is again. The rest is as
    /// with `open(directory:masterKey:now:options:stop:)`.
    package static func open(
        directory: String,
        masterKey: MasterKey,
        now: Instant,
        mapByteCount: Int,
        writeBufferByteCount: Int,
        logArchive: LogArchive? = nil,
        erasureSeconds: Int = EngineLimits.erasureSeconds,
        reserveByteCount: Int = 0,
        busyWaitBudget: BusyWaitBudget = .none,
        reportRoom: @escaping @Sendable (RoomNews) -> Void = { _ in },
        stop: @escaping @Sendable (StopReason) -> Void
    ) throws(StoreOpenError) -> RecordStore {
        var options = EngineOptions(
            environment: EnvironmentOptions(mapByteCount: mapByteCount),
            writeBufferByteCount: writeBufferByteCount
        )
        options.logArchive = logArchive
        options.erasureSeconds = erasureSeconds
        options.reserveByteCount = reserveByteCount
        options.busyWaitBudget = busyWaitBudget
        options.reportRoom = reportRoom
        return try open(
            directory: directory,
            masterKey: masterKey,
            now: now,
            options: options,
            stop: stop
        )
    }

    /// Takes over an engine that was opened with the tables of `Schema`, or closes it.
    ///
    /// The archive of its log is cleaned of what is erased. Whom the files name as deleted is
    /// deleted here as well, and they get what they lack. `lived` is how far lived time had come,
    /// if that is known.
    package static func open(
        _ engine: WriteAheadEngine,
        masterKey: MasterKey,
        now: Instant,
        erasures files: [ErasureFile] = [],
        lived: Instant? = nil
    ) throws(StoreOpenError) -> RecordStore {
        try open(engine, masterKey: masterKey, now: now, erasures: files, lived: lived) {
            secrets,
            createdAt in
            engine.archiveDirectory.map { folder in
                ArchiveCleaner(of: folder, engine, secrets: secrets, life: createdAt)
            }
        }
    }

    /// Refuses a store of another version, or of another key, before anything opens it for writing.
    ///
    /// What else may be wrong with it the engine finds out.
    private static func check(
        _ secrets: StoreSecrets,
        forStoreIn directory: String
    ) throws(StoreOpenError) {
        var stored = MetaRecord.stored(inStore: directory).map { StoreDescription($0) }
        if stored?.schemaVersion != MetaRecord.currentSchemaVersion {
            // A migration, or all of the store, may be in the log and not in the database yet.
            stored = (try? StoreDescription(ofStoreIn: directory)) ?? stored
        }
        guard let stored else { return }
        try secrets.check(
            schemaVersion: stored.schemaVersion,
            keyFingerprint: stored.keyFingerprint
        )
    }
}
