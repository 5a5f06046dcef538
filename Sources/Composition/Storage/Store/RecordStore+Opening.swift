package import Cryptography
package import Domain
package import Records
package import StorageEngine

extension RecordStore {
    /// Takes over an engine that was opened with the tables of `Schema`, or closes it.
    ///
    /// Whom the files name as deleted is deleted here as well, and they get what they lack. `lived`
    /// is how far lived time had come, if that is known; `archive` makes what is kept of all
    /// changes of a store that was made at a moment.
    package static func open(
        _ engine: any Engine,
        masterKey: MasterKey,
        now: Instant,
        erasures files: [ErasureFile] = [],
        lived: Instant? = nil,
        archive: (_ secrets: StoreSecrets, _ createdAt: Int64) -> (any ChangeArchive)? = { _, _ in
            nil
        }
    ) throws(StoreOpenError) -> RecordStore {
        let secrets = StoreSecrets(masterKey: masterKey)
        do throws(StoreOpenError) {
            let createdAt = try check(engine, secrets, now)
            let writing = RecordWriting(
                secrets,
                createdAt: createdAt,
                tableNames: Schema.tableNames,
                caches: engine.isSoleOwner ? .all() : nil
            )
            let store = RecordStore(
                engine: engine,
                writing,
                ErasureList(files),
                archive: archive(secrets, createdAt)
            )
            try store.reconcileErasures(asOf: lived.map { min($0, now).dayNumber })
            return store
        } catch {
            engine.close()
            throw error
        }
    }

    /// Makes sure that the store can be used; answers when it was made.
    private static func check(
        _ engine: any Engine,
        _ secrets: StoreSecrets,
        _ now: Instant
    ) throws(StoreOpenError) -> Int64 {
        guard let record = try MetaRecord.read(from: engine) else {
            try initialize(engine, secrets, now)
            return now.milliseconds
        }
        try secrets.check(
            schemaVersion: record.schemaVersion,
            keyFingerprint: record.keyFingerprint
        )
        return record.createdAt
    }

    /// Writes a new store's first record, and waits until it is durable.
    private static func initialize(
        _ engine: any Engine,
        _ secrets: StoreSecrets,
        _ now: Instant
    ) throws(StoreOpenError) {
        let record = MetaRecord(
            schemaVersion: MetaRecord.currentSchemaVersion,
            keyFingerprint: secrets.fingerprint,
            createdAt: now.milliseconds
        )
        do throws(StorageError) {
            try record.write(to: engine)
        } catch {
            throw .engine(error)
        }
    }
}

extension StoreSecrets {
    /// Refuses a store that says that it is of another version, or of another key.
    package func check(
        schemaVersion found: UInt32,
        keyFingerprint: [UInt8]
    ) throws(StoreOpenError) {
        let supported = MetaRecord.currentSchemaVersion
        if found > supported { throw .newerSchema(found: found, supported: supported) }
        if found < supported { throw .olderSchema(found: found, supported: supported) }
        guard keyFingerprint == fingerprint else { throw .wrongMasterKey }
    }
}
