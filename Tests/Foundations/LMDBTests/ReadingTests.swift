import Foundation
import Glibc
import LMDB
import TestSupport
import Testing

/// Stores that are opened for reading alone, and what can be asked of them.
@Suite struct ReadingTests {
    /// A closed store with a few hundred records, some deleted again.
    private func closedStore() throws -> TemporaryDirectory {
        let store = try TemporaryStore()
        for number in 0..<300 {
            let value = String(repeating: "x", count: number * 10)
            try store.environment.put(value, for: "key \(number)", in: store.first)
        }
        try store.environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.withWriteCursor(on: store.first) { cursor throws(LMDBError) in
                for number in 100..<200 { try cursor.delete("key \(number)") }
            }
            try transaction.commit()
        }
        store.environment.close()
        return store.directory
    }

    @Test func recordsAreReadAndCannotBeWritten() throws {
        let directory = try closedStore()
        let environment = try Environment.openForReading(
            directory: directory.path("store"),
            tables: ["first", "second"]
        )
        #expect(try environment.get("key 7", in: environment.tables[0])?.count == 70)
        #expect(throws: LMDBError.self) {
            try environment.put("a", for: "b", in: environment.tables[0])
        }
    }

    @Test func aProcessOpensAStoreOnce() throws {
        let store = try TemporaryStore()
        let (path, alias) = (store.directory.path("store"), store.directory.path("alias"))
        symlink(path, alias)
        #expect(throws: LMDBError.alreadyOpen) { try open(path) }
        #expect(throws: LMDBError.alreadyOpen) { try open(alias) }
        try store.environment.put("1", for: "a", in: store.first)
        store.environment.close()
        let reading = try Environment.openForReading(directory: alias, tables: ["first"])
        #expect(throws: LMDBError.alreadyOpen) { try open(path) }
        #expect(throws: LMDBError.alreadyOpen) {
            try TemporaryStore.open(store.directory.path)
        }
        #expect(try reading.get("a", in: reading.tables[0]) == "1")
        reading.close()
        try open(path)
        try TemporaryStore.open(store.directory.path).close()
    }

    @Test func whatIsNoStoreIsTold() throws {
        let directory = TemporaryDirectory()
        #expect(throws: LMDBError.io(errno: ENOENT)) { try open(directory.path) }
        try FileManager.default.createDirectory(
            atPath: directory.path("data"),
            withIntermediateDirectories: true
        )
        for bytes in [Data(), Data(repeating: 7, count: 100_000)] {
            try bytes.write(to: URL(fileURLWithPath: directory.path("data/data.mdb")))
            #expect(throws: LMDBError.invalid) { try open(directory.path) }
        }
        let store = try closedStore()
        #expect(throws: LMDBError.tableMissing("third")) {
            try open(store.path("store"), tables: ["first", "third"])
        }
    }

    private func open(_ path: String, tables: [String] = ["first"]) throws(LMDBError) {
        _ = try Environment.openForReading(directory: path, tables: tables)
    }

    @Test func allPagesAreAccountedFor() throws {
        let directory = try closedStore()
        let environment = try Environment.openForReading(
            directory: directory.path("store"),
            tables: ["first"]
        )
        let pages = try environment.pageAccount()
        #expect(pages.isBalanced, "\(pages)")
        #expect(pages.freePageCount > 0)
        let names = try environment.read { (transaction) throws(LMDBError) in
            try transaction.tableNames()
        }
        #expect(names == ["first", "second"])
    }

    @Test func readersAreListed() throws {
        let store = try TemporaryStore()
        #expect(try store.environment.readers().allSatisfy { $0.transactionID == nil })
        try store.environment.put("a", for: "b", in: store.first)
        let (slots, identifier) = try store.environment.read { (transaction) throws(LMDBError) in
            (try store.environment.readers(), transaction.identifier)
        }
        let own = slots.filter { $0.processIdentifier == getpid() }
        #expect(own.contains { $0.transactionID == identifier })
    }

    @Test func recordsAreAppendedInOrderOnly() throws {
        let store = try TemporaryStore()
        try store.environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            for key in ["a", "b", "c"] {
                try transaction.append(key, in: store.first)
            }
            #expect(throws: LMDBError.keyExists) { try transaction.append("b", in: store.first) }
        }
    }
}

extension WriteTransaction {
    fileprivate mutating func append(_ key: String, in table: Table) throws(LMDBError) {
        let key = Array(key.utf8)
        try append(byteCount: 1, for: key.span.bytes, in: table) { $0[0] = 7 }
    }
}
