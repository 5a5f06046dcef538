package import Records
package import Storage
package import StorageEngine

/// What a store says of itself.
package struct StoreDescription: Sendable, Equatable {
    /// The version of the layout of all tables.
    package let schemaVersion: UInt32
    /// When it was made, in milliseconds since 1970.
    package let createdAt: Int64
    /// A one-way form of the master key.
    package let keyFingerprint: [UInt8]

    /// The newest version that this program reads, and the one that it writes.
    package static let newestSchemaVersion = MetaRecord.currentSchemaVersion

    /// Reads it from a store, of whatever version.
    package init(_ view: any ReadView) throws(StoreToolError) {
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try view.get(.store, in: .meta)
        } catch {
            throw StoreToolError(error)
        }
        guard let bytes else { throw .notStore }
        guard let record = try? MetaRecord(bytes.span.bytes) else {
            throw .damagedRecord(table: TableID.meta.name)
        }
        self.init(record)
    }

    /// Takes it from the record of a store.
    package init(_ record: MetaRecord) {
        schemaVersion = record.schemaVersion
        createdAt = record.createdAt
        keyFingerprint = record.keyFingerprint
    }

    /// Refuses another version than this program's.
    package func checkVersion() throws(StoreToolError) {
        try checkNotNewer()
        guard schemaVersion == Self.newestSchemaVersion else {
            throw .olderSchema(found: schemaVersion, supported: Self.newestSchemaVersion)
        }
    }

    /// Refuses a version that is newer than this program.
    package func checkNotNewer() throws(StoreToolError) {
        guard schemaVersion <= Self.newestSchemaVersion else {
            throw .newerSchema(found: schemaVersion, supported: Self.newestSchemaVersion)
        }
    }

    /// Refuses another key than that of the store.
    package func checkKey(_ secrets: StoreSecrets) throws(StoreToolError) {
        guard keyFingerprint == secrets.fingerprint else { throw .wrongMasterKey }
    }

    /// Refuses another version than this program's, and another key than that of the store.
    package func check(_ secrets: StoreSecrets) throws(StoreToolError) {
        try checkVersion()
        try checkKey(secrets)
    }
}
