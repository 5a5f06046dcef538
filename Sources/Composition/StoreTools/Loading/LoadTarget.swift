internal import AccountStorage
internal import NoteStorage
internal import Records
internal import StorageEngine

/// Where the records of a dump wait for their store, and the keys that make its entries.
struct LoadTarget {
    let records: WaitingRecords
    let secrets: StoreSecrets

    /// Stores a record whose key is greater than all of its table.
    ///
    /// - Throws: That it is not.
    private func append(_ value: [UInt8], for key: Key, in table: TableID) throws(DumpProblem) {
        guard records.append(value.span.bytes, for: key, in: table) else {
            throw DumpProblem("it stands after a record that it comes before")
        }
    }

    /// Reads the record of a line, and stores it with what finds it.
    ///
    /// - Throws: What is wrong with the line.
    func load(
        _ line: inout JSONReader,
        into table: some TableDeclaration
    ) throws(DumpProblem) {
        let table = table.declared
        guard let shown = table.line else { throw DumpProblem("it is of no kind of record") }
        let row = try shown.read(&line, secrets)
        try append(row.storedValue(secrets), for: row.storedKey, in: table.id)
        for index in table.indexes where index.isRequired(whileErasing: false) {
            guard let entry = index.entry(row, secrets) else { continue }
            records.putEntry(entry.value, for: entry.key, in: index.table)
        }
    }
}
