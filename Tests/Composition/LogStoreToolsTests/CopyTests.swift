import Foundation
import LogEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Copies of stores, compact and exact ones.
@Suite struct CopyTests {
    @Test func aCompactCopyHasTheSameRecordsAndNoFreePage() throws {
        let village = try Village()
        let copy = village.store.directory.path("copy")
        village.store.store.close()
        let count = try StoreFiles(directory: village.store.path).compactCopy(to: copy) { _ in }
        let statistics = try StoreFiles(directory: copy).statistics()
        #expect(count == statistics.tables.reduce(0) { $0 + $1.summary.recordCount })
        #expect(try findingsOfStore(at: copy, village.store.masterKey).isEmpty)
        let original = try StoredRecords(inStore: village.store.path)
        let copied = try StoredRecords(inStore: copy)
        #expect(original.all.map(\.stored) == copied.all.map(\.stored))
    }

    @Test func nothingIsLeftInACompactCopyOfWhatWasDeleted() throws {
        let village = try Village()
        let canary = "from one who goes"
        let copy = village.store.directory.path("copy")
        let ben = village.ben
        try village.store.removeAndErase(ben)
        village.store.store.close()
        _ = try StoreFiles(directory: village.store.path).compactCopy(to: copy) { _ in }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy + "/data/data.mdb"))
        #expect(bytes.range(of: Data(canary.utf8)) == nil)
    }

    @Test func anExactCopyIsTheSameByteForByte() throws {
        let village = try Village()
        let copy = village.store.directory.path("copy")
        #expect(throws: StoreToolError.inUse) {
            try StoreCopy(of: village.store.path, to: copy).run { _ in }
        }
        village.store.store.close()
        try StoreCopy(of: village.store.path, to: copy).run { _ in }
        for file in ["data/data.mdb", "log/even", "log/odd", "log/extent"] {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: copy + "/" + file,
                    andPath: village.store.path + "/" + file
                )
            )
        }
        #expect(try findingsOfStore(at: copy, village.store.masterKey).isEmpty)
        #expect(throws: StoreToolError.targetTaken(path: copy, "a store that is not empty")) {
            try StoreCopy(of: village.store.path, to: copy).run { _ in }
        }
    }

    @Test func acopyThatIsBrokenOffLeavesNothing() throws {
        let village = try Village()
        village.store.store.close()
        let copy = village.store.directory.path("copy")
        #expect(throws: StoreToolError.interrupted) {
            try StoreCopy(of: village.store.path, to: copy).run { _ throws(StoreToolError) in
                throw .interrupted
            }
        }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: village.store.directory.path
        )
        #expect(names == ["store"])
    }
}

extension TestStore {
    /// The files of the open store at this moment, as kill -9 would leave them.
    func copyOfFiles() throws -> TemporaryDirectory {
        let copy = TemporaryDirectory()
        try FileManager.default.copyItem(atPath: path, toPath: copy.path("store"))
        return copy
    }
}
