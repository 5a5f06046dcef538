internal import LogEngine
internal import Records
internal import Storage
internal import StorageEngine

extension MetaRecord {
    /// What the database of a store says of it, apart from what its log has.
    ///
    /// Nil where that cannot be told: where there is no store, or one that cannot be read.
    static func stored(inStore directory: String) -> MetaRecord? {
        let table = TableID.meta
        // It is the first table, whatever version made the store.
        guard let reader = try? EngineReader(directory: directory, tables: [table.name]),
            let bytes = try? reader.storedRecord(under: .store, in: table)
        else { return nil }
        return try? MetaRecord(bytes.span.bytes)
    }
}
