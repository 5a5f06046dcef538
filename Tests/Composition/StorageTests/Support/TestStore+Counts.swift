@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

extension TestStore {
    /// How many records a table has.
    func count(of table: TableID) throws -> Int {
        var count = 0
        try store.engine.read { view throws(StorageError) in
            try view.scanKeys(table, in: .all, .ascending) { _ in
                count += 1
                return .next
            }
        }
        return count
    }
}
