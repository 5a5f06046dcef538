import EngineTestSupport
import LMDB
import StorageEngine
import TestSupport

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

extension TestStore {
    /// Flips one bit of each stored value of a table that `isMeant` picks by its place, behind the
    /// engine's back, and opens the store again.
    func damage(_ table: TableID, where isMeant: (_ index: Int) -> Bool) throws {
        store.close()
        let environment = try Environment.open(
            directory: directory.path("store"),
            tables: Schema.tableNames,
            options: EnvironmentOptions()
        )
        let handle = environment.tables[Int(table.rawValue)]
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            var records: [(key: [UInt8], value: [UInt8])] = []
            try transaction.withCursor(on: handle) { cursor throws(LMDBError) in
                guard try cursor.first() else { return }
                try cursor.forEach(.forwards) { key, value in
                    records.append((key.array, value.array))
                    return true
                }
            }
            for (index, record) in records.enumerated() where isMeant(index) {
                var value = record.value
                value[value.count / 2] ^= 4
                try transaction.put(value.span.bytes, for: record.key.span.bytes, in: handle)
            }
            try transaction.commit()
        }
        environment.close()
        try reopen()
    }
}
