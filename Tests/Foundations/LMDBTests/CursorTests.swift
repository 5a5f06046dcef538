import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Cursor")
struct CursorTests {
    private let store: TemporaryStore

    init() throws {
        store = try TemporaryStore()
        let table = store.first
        try store.environment.write {
            (transaction: consuming WriteTransaction) throws(LMDBError) in
            for key in ["b", "d", "bb", "f"] {
                try transaction.put("<\(key)>", for: key, in: table)
            }
            try transaction.commit()
        }
    }

    @Test func visitsAllKeysUpwards() throws {
        let found = try store.environment.read { (transaction) throws(LMDBError) in
            try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                var found: [String] = []
                guard try cursor.first() else { return found }
                try cursor.forEach(.forwards) { key, value in
                    found.append(String(key) + String(value))
                    return true
                }
                return found
            }
        }
        #expect(found == ["b<b>", "bb<bb>", "d<d>", "f<f>"])
    }

    @Test func visitsAllKeysDownwards() throws {
        let found = try store.environment.read { (transaction) throws(LMDBError) in
            try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                var found: [String] = []
                guard try cursor.last() else { return found }
                try cursor.forEach(.backwards) { key, _ in
                    found.append(String(key))
                    return true
                }
                return found
            }
        }
        #expect(found == ["f", "d", "bb", "b"])
    }

    @Test func stopsWhenTheVisitorDoes() throws {
        let found = try store.environment.read { (transaction) throws(LMDBError) in
            try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                var found: [String] = []
                guard try cursor.first() else { return found }
                try cursor.forEach(.forwards) { key, _ in
                    found.append(String(key))
                    return found.count < 2
                }
                return found
            }
        }
        #expect(found == ["b", "bb"])
    }

    @Test(
        arguments: [
            ("a", "b", nil), ("b", "b", nil), ("ba", "bb", "b"), ("e", "f", "d"), ("f", "f", "d"),
            ("g", nil, "f"),
        ] as [(String, String?, String?)]
    )
    func seeksToTheNeighbours(target: String, atLeast: String?, below: String?) throws {
        try store.environment.write {
            (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                let bytes = Array(target.utf8)
                let above = try cursor.seek(atLeast: bytes.span.bytes)
                #expect(try key(of: &cursor, if: above) == atLeast)
                let under = try cursor.seek(below: bytes.span.bytes)
                #expect(try key(of: &cursor, if: under) == below)
            }
        }
    }

    @Test func emptyTableHasNoRecord() throws {
        try store.environment.read { (transaction) throws(LMDBError) in
            try transaction.withCursor(on: store.second) { (cursor) throws(LMDBError) in
                #expect(try !cursor.first())
                #expect(try !cursor.last())
                #expect(try !cursor.seek(below: [1, 2].span.bytes))
            }
            #expect(try transaction.statistics(of: store.second).depth == 0)
            let statistics = try transaction.statistics(of: store.first)
            #expect(statistics.entryCount == 4)
            #expect(statistics.leafPageCount == 1)
        }
    }

    @Test func readingWithoutARecordIsABug() async {
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryStore()
            try store.environment.read { (transaction) throws(LMDBError) in
                try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                    _ = try cursor.first()
                    try cursor.forEach(.forwards) { _, _ in true }
                }
            }
        }
    }

    /// The key at the cursor, if a seek found one.
    private func key(of cursor: inout Cursor, if isFound: Bool) throws(LMDBError) -> String? {
        guard isFound else { return nil }
        var found: String?
        try cursor.forEach(.forwards) { key, _ in
            found = String(key)
            return false
        }
        return found
    }
}

/// Walks through tables some of whose pages are in the place of others.
@Suite("A cursor on damaged pages")
struct DamagedOrderTests {
    private typealias Walk = (keys: [String], error: LMDBError?)

    @Test func aWalkNeverGoesBack() throws {
        let worn = try WornStore(seed: 7, commitCount: 60)
        let leaves = try WornStore.walk(worn.path).pages.filter {
            $0.kind == .leaf && $0.tree == .table("first")
        }
        try #require(leaves.count > 4)
        let file = try FileHandle(forUpdating: URL(filePath: worn.path))
        defer { try? file.close() }
        for (leaf, other) in zip(leaves, leaves.dropFirst() + leaves.prefix(1)) {
            let kept = try page(leaf.number, of: file)
            try put(try page(other.number, of: file), at: leaf.number, of: file)
            for direction in [Cursor.Direction.forwards, .backwards] {
                let walk = walk(worn.store, direction)
                let isInOrder = zip(walk.keys, walk.keys.dropFirst()).allSatisfy { one, next in
                    direction == .forwards ? one < next : one > next
                }
                #expect(isInOrder)
                #expect(walk.error == .corrupted)
            }
            for key in worn.models[0].keys { seek(key, in: worn.store) }
            try put(kept, at: leaf.number, of: file)
        }
        #expect(walk(worn.store, .forwards).keys.count == worn.models[0].count)
    }

    private func walk(_ store: TemporaryStore, _ direction: Cursor.Direction) -> Walk {
        var keys: [String] = []
        do throws(LMDBError) {
            try store.environment.read { (transaction) throws(LMDBError) in
                try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                    let isFound = try direction == .forwards ? cursor.first() : cursor.last()
                    guard isFound else { return }
                    try cursor.forEach(direction) { key, _ in
                        keys.append(String(key))
                        return true
                    }
                }
            }
            return (keys, nil)
        } catch {
            return (keys, error)
        }
    }

    /// Expects what is found from a key on, or before it, to be there, or the damage to be told.
    private func seek(_ target: String, in store: TemporaryStore) {
        let bytes = Array(target.utf8)
        for isAbove in [true, false] {
            let found: String? = try? store.environment.read { (transaction) throws(LMDBError) in
                try transaction.withCursor(on: store.first) {
                    (cursor) throws(LMDBError) -> String? in
                    let isFound =
                        try isAbove
                        ? cursor.seek(atLeast: bytes.span.bytes)
                        : cursor.seek(below: bytes.span.bytes)
                    guard isFound else { return nil }
                    var found: String?
                    try cursor.forEach(.forwards) { key, _ in
                        found = String(key)
                        return false
                    }
                    return found
                }
            }
            if let found { #expect(isAbove ? found >= target : found < target) }
        }
    }

    private func page(_ number: UInt64, of file: FileHandle) throws -> Data {
        try file.seek(toOffset: number * UInt64(getpagesize()))
        return try #require(try file.read(upToCount: Int(getpagesize())))
    }

    private func put(_ page: Data, at number: UInt64, of file: FileHandle) throws {
        try file.seek(toOffset: number * UInt64(getpagesize()))
        try file.write(contentsOf: page)
    }
}
