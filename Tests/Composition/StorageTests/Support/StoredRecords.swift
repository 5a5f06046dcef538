import Cryptography
import EngineTestSupport
import LMDB
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import StoreTools

/// All that is wrong with the files of a store that nobody has open; of one that is sound, also
/// what could tell the senders of anonymous notes apart.
func findingsOfStore(
    at path: String,
    _ key: MasterKey,
    comparesFeatures: Bool = true
) throws(StoreToolError) -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let files = try StoreFiles(directory: path)
    _ = try StoreVerification(files, masterKey: key).run(comparesFeatures: comparesFeatures) {
        findings.append($0)
    } progress: { _ in
    }
    guard findings.isEmpty else { return findings }
    _ = try PrivacyVerification(files, masterKey: key).run {
        findings.append($0)
    } progress: { _ in
    }
    return findings
}

/// The stored records of a closed store, to look at and to damage.
struct StoredRecords {
    let path: String
    private(set) var all: [StoredRecord] = []

    /// A record as the database has it, with its checksum.
    struct StoredRecord {
        let table: TableID
        var key: [UInt8]
        var stored: [UInt8]

        /// The record without its checksum.
        var value: [UInt8] { Array(stored.dropLast(Checksum.byteCount)) }
    }

    init(inStore path: String) throws {
        self.path = path
        let environment = try open()
        defer { environment.close() }
        var all: [StoredRecord] = []
        try environment.read { (transaction) throws(LMDBError) in
            for table in Schema.tableIDs {
                try transaction.withCursor(on: environment.handle(of: table)) {
                    cursor throws(LMDBError) in
                    guard try cursor.first() else { return }
                    try cursor.forEach(.forwards) { key, stored in
                        all.append(
                            StoredRecord(table: table, key: key.array, stored: stored.array)
                        )
                        return true
                    }
                }
            }
        }
        self.all = all
    }

    /// All but the next number, which a restored store has another one of.
    var people: [StoredRecord] { all.filter { $0.table != .counters } }

    /// The number that the next account or guest gets.
    var nextUserNumber: UInt64 {
        get throws {
            let counter = try #require(all.first { $0.table == .counters })
            return try counter.value.span.bytes.number(at: 0, of: .counter)
        }
    }

    /// Deletes keys and puts records, as they are, in one transaction.
    func change(delete: [StoredRecord] = [], put: [StoredRecord] = []) throws {
        let environment = try open()
        defer { environment.close() }
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            for record in delete {
                let handle = environment.handle(of: record.table)
                try transaction.withWriteCursor(on: handle) { cursor throws(LMDBError) in
                    _ = try cursor.delete(record.key.span.bytes)
                }
            }
            for record in put {
                let handle = environment.handle(of: record.table)
                try transaction.put(
                    record.stored.span.bytes,
                    for: record.key.span.bytes,
                    in: handle
                )
            }
            try transaction.commit()
        }
    }

    private func open() throws(LMDBError) -> Environment {
        try Environment.open(
            directory: path,
            tables: Schema.tableNames + [LogPosition.tableName],
            options: EnvironmentOptions(mapByteCount: 1 << 30)
        )
    }
}

extension StoredRecords.StoredRecord {
    /// A record with another value or key and the checksum that belongs to it.
    func resealed(key: [UInt8]? = nil, value: [UInt8]? = nil) -> Self {
        var record = self
        record.key = key ?? self.key
        let value = value ?? self.value
        let key = record.key
        var stored = [UInt8](repeating: 0, count: value.count + Checksum.byteCount)
        stored.withUnsafeMutableBytes { target in
            Checksum.write(value.span.bytes, key: key.span.bytes, table: table, to: target)
        }
        record.stored = stored
        return record
    }
}
