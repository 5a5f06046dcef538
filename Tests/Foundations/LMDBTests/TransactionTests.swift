import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test func committedValuesAreRead() throws {
        let store = try TemporaryStore()
        try store.environment.put("one", for: "a", in: store.first)
        #expect(try store.environment.get("a", in: store.first) == "one")
        #expect(try store.environment.get("b", in: store.first) == nil)
        #expect(try store.environment.get("a", in: store.second) == nil)
    }

    @Test func droppedChangesLeaveNoTrace() throws {
        let store = try TemporaryStore()
        try store.environment.write {
            (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.put("one", for: "a", in: store.first)
            #expect(try transaction.get("a", in: store.first) == "one")
        }
        #expect(try store.environment.get("a", in: store.first) == nil)
    }

    @Test func thrownErrorAborts() throws {
        let store = try TemporaryStore()
        #expect(throws: LMDBError.corrupted) {
            try store.environment.write {
                (transaction: consuming WriteTransaction) throws(LMDBError) in
                try transaction.put("one", for: "a", in: store.first)
                throw .corrupted
            }
        }
        #expect(try store.environment.get("a", in: store.first) == nil)
        try store.environment.put("two", for: "a", in: store.first)
    }

    /// LMDB would go on from an older state, and write over what only the last one has.
    @Test(arguments: ["zeros", "other"])
    func nothingIsWrittenBehindADamagedMetaPage(damage: String) throws {
        let store = try TemporaryStore()
        try store.environment.put("one", for: "a", in: store.first)
        try store.environment.put("two", for: "b", in: store.first)
        let information = try store.environment.information()
        let file = URL(filePath: store.directory.path("store/data/data.mdb"))
        var bytes = try Data(contentsOf: file)
        let size = information.pageByteCount
        let page = Int(information.lastTransactionID % 2)
        let other =
            damage == "zeros" ? Data(count: size) : bytes[(1 - page) * size..<(2 - page) * size]
        bytes.replaceSubrange(page * size..<(page + 1) * size, with: other)
        let handle = try FileHandle(forUpdating: file)
        try handle.write(contentsOf: bytes)
        try handle.close()
        for _ in 0..<2 {
            #expect(throws: LMDBError.corrupted) {
                try store.environment.put("three", for: "c", in: store.first)
            }
        }
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func snapshotStaysWhatItWas() throws {
        let store = try TemporaryStore()
        try store.environment.put("old", for: "a", in: store.first)
        try store.environment.read { (transaction) throws(LMDBError) in
            let before = transaction.identifier
            try store.environment.put("new", for: "a", in: store.first)
            #expect(try transaction.get("a", in: store.first) == "old")
            let later = try store.environment.read { (other) throws(LMDBError) in other.identifier }
            #expect(later == before + 1)
        }
        #expect(try store.environment.get("a", in: store.first) == "new")
    }

    @Test func readsReuseTheirReaderSlots() throws {
        let store = try TemporaryStore()
        for _ in 0..<1_000 { _ = try store.environment.get("a", in: store.first) }
        #expect(try store.environment.information().readerCount == 1)
    }

    @Test func readsBeyondThePoolWork() throws {
        let store = try TemporaryStore()
        try store.environment.put("one", for: "a", in: store.first)
        func nested(_ depth: Int) throws(LMDBError) {
            try store.environment.read { (transaction) throws(LMDBError) in
                #expect(try transaction.get("a", in: store.first) == "one")
                if depth > 0 { try nested(depth - 1) }
            }
        }
        try nested(40)
        try nested(40)
    }

    @Test func oneReaderTooManyIsRefusedAndTheNextServed() throws {
        let store = try TemporaryStore(options: EnvironmentOptions(readerCountMax: 2))
        try store.environment.read { (outer) throws(LMDBError) in
            try store.environment.read { (inner) throws(LMDBError) in
                #expect(throws: LMDBError.readersFull) {
                    try store.environment.get("a", in: store.first)
                }
                #expect(inner.identifier == outer.identifier)
            }
        }
        #expect(try store.environment.get("a", in: store.first) == nil)
    }

    @Test(arguments: [0, 512])
    func keysOfForbiddenLengthsAreRefused(count: Int) throws {
        let store = try TemporaryStore()
        let key = String(repeating: "k", count: count)
        #expect(throws: LMDBError.badValueSize) {
            try store.environment.put("one", for: key, in: store.first)
        }
    }

    @Test func longestKeyIsTaken() throws {
        let store = try TemporaryStore()
        let key = String(repeating: "k", count: Table.keyByteCountMax)
        try store.environment.put("one", for: key, in: store.first)
        #expect(try store.environment.get(key, in: store.first) == "one")
    }

    @Test func fullMapRefusesAndKeepsServing() throws {
        let store = try TemporaryStore(options: EnvironmentOptions(mapByteCount: 1 << 20))
        let value = String(repeating: "v", count: 100_000)
        var stored = 0
        do throws(LMDBError) {
            while true {
                try store.environment.put(value, for: "\(stored)", in: store.first)
                stored += 1
            }
        } catch {
            #expect(error == .mapFull)
            #expect(error.isOutOfSpace)
        }
        #expect(stored > 3)
        #expect(try store.environment.get("0", in: store.first) == value)
    }

    @Test func tableOfAnotherEnvironmentIsABug() async {
        await #expect(processExitsWith: .failure) {
            let one = try TemporaryStore()
            let other = try TemporaryStore()
            _ = try one.environment.get("a", in: other.first)
        }
    }
}
