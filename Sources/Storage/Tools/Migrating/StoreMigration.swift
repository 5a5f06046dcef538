package import Cryptography
package import Domain

/// What brings a store to the schema of this version.
///
/// There is one version so far. What may be missing are tables that were appended to it, which
/// opening the store for writing makes.
package struct StoreMigration {
    /// The version of the store's schema.
    package let schemaVersion: UInt32
    /// Tables that the store has not got yet.
    package let missingTables: [String]

    private let directory: String

    /// Finds out what is to be done, and does nothing.
    ///
    /// - Throws: `.newerSchema` for a store of a newer version, or why it cannot be read.
    package init(directory: String) throws(StoreToolError) {
        self.directory = directory
        let names = SchemaTable.allCases.map(\.name)
        let description: Result<StoreDescription, StoreToolError>
        do throws(EngineReadError) {
            let present = Set(try EngineReader.tableNames(inStore: directory))
            // Later versions append only, so what is there is a beginning of the list.
            let known = Array(names.prefix { present.contains($0) })
            missingTables = Array(names[known.count...])
            let reader = try EngineReader(directory: directory, tables: known)
            description = try reader.read { view in
                Result { () throws(StoreToolError) in
                    guard !known.isEmpty else { throw .files(.foreign) }
                    return try StoreDescription(view)
                }
            }
        } catch {
            throw .files(error)
        }
        schemaVersion = try description.get().schemaVersion
        try description.get().checkVersion()
    }

    /// Does it; nobody may have the store open.
    package func run(masterKey: MasterKey, now: Instant) throws(StoreToolError) {
        try RecordStore.openExisting(directory: directory, masterKey: masterKey, now: now).close()
    }
}
