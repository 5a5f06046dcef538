@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import StorageEngine
import Storage

extension TestService {
    /// One record of the store.
    struct StoredRecord: Hashable {
        let table: String
        let key: [UInt8]
        let value: [UInt8]
    }

    /// Every record of the store.
    func records() throws -> Set<StoredRecord> { Set(try orderedRecords()) }

    /// How many records some tables have.
    func recordCounts(of tables: [String]) throws -> [Int] {
        let records = try records()
        return tables.map { table in records.count { $0.table == table } }
    }

    /// Every record of the store, table by table, as text.
    func contents() throws -> [String] {
        try orderedRecords().map { "\($0.table) \($0.key) \($0.value)" }
    }

    private func orderedRecords() throws -> [StoredRecord] {
        try Schema.tableIDs.flatMap { table in
            try store.engine.read { view throws(StorageError) in
                var records: [StoredRecord] = []
                try view.scan(table, in: .all, .ascending) { key, value throws(StorageError) in
                    records.append(
                        StoredRecord(table: table.name, key: bytes(key), value: bytes(value))
                    )
                    return .next
                }
                return records
            }
        }
    }

    /// How many replies are kept for retries.
    func replyCount() throws -> Int { try contents().count { $0.hasPrefix("replies ") } }
}

private func bytes(_ span: RawSpan) -> [UInt8] {
    span.withUnsafeBytes { Array($0) }
}
