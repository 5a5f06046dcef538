package import Cryptography
internal import Dispatch
package import Domain
internal import LMDB
internal import Locking

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
    /// - Throws: Why it cannot be opened; then nothing was written to it.
    package static func open(
        directory: String,
        masterKey: MasterKey,
        now: Instant,
        options: EngineOptions = EngineOptions(),
        stop: @escaping @Sendable (_ reason: String) -> Void = StorageEngine.endProcess
    ) throws(StoreOpenError) -> RecordStore {
        let engine: StorageEngine
        do throws(StorageError) {
            engine = try StorageEngine(
                directory: directory,
                tables: SchemaTable.allCases.map(\.name),
                options: options,
                stop: stop
            )
        } catch {
            throw .engine(error)
        }
        return try open(engine, masterKey: masterKey, now: now)
    }

    /// Opens the store in a directory, or creates it, with room to grow to `mapByteCount`, with so
    /// much memory for changes that are on their way into LMDB, and with an archive of the log if
    /// one is named.
    ///
    /// The rest is as with `open(directory:masterKey:now:options:stop:)`.
    package static func open(
        directory: String,
        masterKey: MasterKey,
        now: Instant,
        mapByteCount: Int,
        writeBufferByteCount: Int,
        logArchive: LogArchive? = nil,
        stop: @escaping @Sendable (_ reason: String) -> Void
    ) throws(StoreOpenError) -> RecordStore {
        var options = EngineOptions(
            environment: EnvironmentOptions(mapByteCount: mapByteCount),
            writeBufferByteCount: writeBufferByteCount
        )
        options.logArchive = logArchive
        return try open(
            directory: directory,
            masterKey: masterKey,
            now: now,
            options: options,
            stop: stop
        )
    }

    /// Takes over an engine that was opened with the tables of `SchemaTable`, or closes it.
    package static func open(
        _ engine: StorageEngine,
        masterKey: MasterKey,
        now: Instant
    ) throws(StoreOpenError) -> RecordStore {
        let secrets = StoreSecrets(masterKey: masterKey)
        do throws(StoreOpenError) {
            try check(engine, secrets, now)
        } catch {
            engine.close()
            throw error
        }
        return RecordStore(engine: engine, secrets: secrets)
    }

    private static func check(
        _ engine: StorageEngine,
        _ secrets: StoreSecrets,
        _ now: Instant
    ) throws(StoreOpenError) {
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try engine.read { view throws(StorageError) in
                try view.get(.store, in: .meta)
            }
        } catch {
            if case .dataLoss = error { throw .damaged }
            throw .engine(error)
        }
        guard let bytes else { return try initialize(engine, secrets, now) }
        guard let record = try? MetaRecord(bytes.span.bytes) else { throw .damaged }
        guard record.schemaVersion <= MetaRecord.currentSchemaVersion else {
            throw .newerSchema(
                found: record.schemaVersion,
                supported: MetaRecord.currentSchemaVersion
            )
        }
        guard record.keyFingerprint == secrets.fingerprint else { throw .wrongMasterKey }
    }

    /// Writes a new store's first record, and waits until it is durable.
    private static func initialize(
        _ engine: StorageEngine,
        _ secrets: StoreSecrets,
        _ now: Instant
    ) throws(StoreOpenError) {
        let record = MetaRecord(
            schemaVersion: MetaRecord.currentSchemaVersion,
            keyFingerprint: secrets.fingerprint,
            createdAt: now.milliseconds
        )
        let bytes = record.encoded()
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<StorageError?>(nil)
        engine.submit { view throws(StorageError) in
            try view.put(bytes, for: .store, in: .meta)
        } completion: { (result: Result<Void, StorageError>) in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw .engine(error) }
    }
}
