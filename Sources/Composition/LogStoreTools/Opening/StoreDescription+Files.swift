internal import LogEngine
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

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
            throw StoreToolError(error)
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
