import Domain
import LMDB
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Stores of other versions.
@Suite struct MigrationTests {
    @Test func thereIsNothingToDoForAStoreOfThisVersion() throws {
        let store = try TestStore()
        store.store.close()
        let plan = try StoreMigration(directory: store.path)
        #expect(plan.schemaVersion == 2)
        #expect(plan.summaries.isEmpty)
    }

    @Test func aTableThatIsMissingIsAdded() throws {
        let store = try TestStore()
        store.store.close()
        let records = try StoredRecords(inStore: store.path)
        let old = store.directory.path("old")
        let environment = try Environment.open(
            directory: old,
            tables: Schema.tableNames.filter { $0 != "audit" }
                + [LogPosition.tableName]
        )
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            for record in records.all {
                let handle = environment.tables[Int(record.table.rawValue)]
                try transaction.put(
                    record.stored.span.bytes,
                    for: record.key.span.bytes,
                    in: handle
                )
            }
            try transaction.commit()
        }
        environment.close()
        #expect(throws: StoreToolError.files(.tableMissing("audit"))) {
            _ = try StoreFiles(directory: old)
        }
        let plan = try StoreMigration(directory: old)
        let missing = Schema.tableNames.drop { $0 != "audit" }
        #expect(plan.summaries == missing.map { "add the table \($0)" })
        try plan.run(masterKey: store.masterKey) { _ in }
        #expect(try StoreMigration(directory: old).summaries.isEmpty)
        #expect(try findingsOfStore(at: old, store.masterKey).isEmpty)
    }

    @Test func aNewerSchemaIsRefused() throws {
        let store = try TestStore()
        store.store.close()
        let records = try StoredRecords(inStore: store.path)
        let meta = try #require(records.all.first { $0.table == .meta })
        var record = try MetaRecord(meta.value.span.bytes)
        record.schemaVersion = 3
        try records.change(put: [meta.resealed(value: record.encoded())])
        let newer = StoreToolError.newerSchema(found: 3, supported: 2)
        #expect(throws: newer) { _ = try StoreMigration(directory: store.path) }
        #expect(throws: newer) {
            _ = try StoreFiles(directory: store.path).compactCopy(to: "/nowhere") { _ in }
        }
    }
}
