import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// That a wrong entry is found from both sides, of every index that a table declares.
@Suite struct IndexTests {
    private let path: String
    private let village: Village
    private let secrets: StoreSecrets
    private let records: StoredRecords

    init() throws {
        village = try Village()
        village.store.store.close()
        path = village.store.path
        secrets = StoreSecrets(masterKey: village.store.masterKey)
        records = try StoredRecords(inStore: path)
    }

    /// An entry that a record must have, with the table of the record.
    private struct Entry {
        let owner: TableID
        let table: TableID
        let key: [UInt8]
    }

    /// The first entry of each index of each table.
    private func entries() throws -> [Entry] {
        var entries: [Entry] = []
        for table in Schema.tables { entries += try self.entries(of: table) }
        return entries
    }

    private func entries(of declaration: some TableDeclaration) throws -> [Entry] {
        let table = declaration.declared
        let rows = try records.all.filter { $0.table == table.id }.map { record in
            try table.row(key: record.key.span.bytes, value: record.value.span.bytes)
        }
        // Whoever is being erased may lack entries.
        let leaving = Set(records.all.filter { $0.table == .erasures }.map(\.key))
        return try table.indexes.filter { $0.isRequired(whileErasing: false) }.map { index in
            let made = rows.filter { row in
                table.owner(of: row).map { !leaving.contains(Key.erasure($0).bytes) } ?? true
            }.compactMap { index.entry($0, secrets) }
            let entry = try #require(
                made.first,
                "The village has no record of \(table.name) with an entry in \(index.table.name)."
            )
            return Entry(owner: table.id, table: index.table, key: entry.key.bytes)
        }
    }

    private func findings() throws -> [StoreFinding] {
        try findingsOfStore(at: path, village.store.masterKey)
    }

    @Test func anEntryThatIsMissingIsFoundWithItsRecord() throws {
        let entries = try entries()
        #expect(entries.count > 7)
        for entry in entries {
            let stored = try record(of: entry)
            try records.change(delete: [stored])
            let tables = try findings().map(\.table)
            #expect(tables.contains(entry.owner.name), "\(entry) \(tables)")
            try records.change(put: [stored])
        }
        #expect(try findings().isEmpty)
    }

    @Test func anEntryThatFindsNothingIsFoundWithItsIndex() throws {
        for entry in try entries() {
            let stored = try record(of: entry)
            var key = entry.key
            key[key.count - 1] ^= 0x80
            let invented = stored.resealed(key: key)
            try records.change(put: [invented])
            let tables = try findings().map(\.table)
            #expect(tables == [entry.table.name], "\(entry) \(tables)")
            try records.change(delete: [invented])
        }
        #expect(try findings().isEmpty)
    }

    @Test func anEntryThatFindsSomethingElseIsFound() throws {
        for entry in try entries() {
            let stored = try record(of: entry)
            var value = stored.value
            value[value.count - 1] ^= 0x40
            try records.change(put: [stored.resealed(value: value)])
            #expect(try !findings().isEmpty, "\(entry)")
            try records.change(put: [stored])
        }
        #expect(try findings().isEmpty)
    }

    private func record(of entry: Entry) throws -> StoredRecords.StoredRecord {
        try #require(records.all.first { $0.table == entry.table && $0.key == entry.key })
    }
}
