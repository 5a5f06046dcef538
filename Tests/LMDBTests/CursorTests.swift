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
                var isOnRecord = try cursor.first()
                while isOnRecord {
                    found.append(cursor.withRecord { String($0) + String($1) })
                    isOnRecord = try cursor.next()
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
                var isOnRecord = try cursor.last()
                while isOnRecord {
                    found.append(cursor.withRecord { key, _ in String(key) })
                    isOnRecord = try cursor.previous()
                }
                return found
            }
        }
        #expect(found == ["f", "d", "bb", "b"])
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
                #expect((above ? cursor.withRecord { key, _ in String(key) } : nil) == atLeast)
                let under = try cursor.seek(below: bytes.span.bytes)
                #expect((under ? cursor.withRecord { key, _ in String(key) } : nil) == below)
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
                    cursor.withRecord { _, _ in }
                }
            }
        }
    }
}
