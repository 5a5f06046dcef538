internal import LogEngine
internal import StorageEngine
internal import Records
internal import AccountStorage
internal import NoteStorage

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
    init(_ view: any ReadView) throws(StoreToolError) {
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

    init(_ record: MetaRecord) {
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
    func checkNotNewer() throws(StoreToolError) {
        guard schemaVersion <= Self.newestSchemaVersion else {
            throw .newerSchema(found: schemaVersion, supported: Self.newestSchemaVersion)
        }
    }

    /// Refuses another key than that of the store.
    func checkKey(_ secrets: StoreSecrets) throws(StoreToolError) {
        guard keyFingerprint == secrets.fingerprint else { throw .wrongMasterKey }
    }

    func check(_ secrets: StoreSecrets) throws(StoreToolError) {
        try checkVersion()
        try checkKey(secrets)
    }
}

extension StoreDescription {
    /// Reads it from the files of a store, of whatever version, that nobody in this process has
    /// open.
    init(ofStoreIn directory: String) throws(StoreToolError) {
        let result: Result<StoreDescription, StoreToolError>
        do throws(EngineReadError) {
            let known = try Self.knownTables(ofStoreIn: directory)
            let reader = try EngineReader(directory: directory, tables: known)
            result = try reader.read { view in
                Result { () throws(StoreToolError) in
                    guard !known.isEmpty else { throw .files(.foreign) }
                    return try StoreDescription(view)
                }
            }
        } catch {
            throw .files(error)
        }
        self = try result.get()
    }

    /// The tables of the schema that a store has.
    ///
    /// Later versions append only, so what is there is a beginning of the list.
    static func knownTables(ofStoreIn directory: String) throws(EngineReadError) -> [String] {
        let present = Set(try EngineReader.tableNames(inStore: directory))
        return Array(Schema.tableNames.prefix { present.contains($0) })
    }
}
