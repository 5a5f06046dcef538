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
