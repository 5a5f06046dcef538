import LMDB
import TestSupport
import Testing

@Suite("Write cursor")
struct WriteCursorTests {
    private let store: TemporaryStore

    init() throws {
        store = try TemporaryStore()
    }

    @Test func putsAreRead() throws {
        try change { cursor throws(LMDBError) in
            try cursor.put("one", for: "a")
            try cursor.put("two", for: "b")
            try cursor.put("three", for: "a")
        }
        #expect(try store.environment.get("a", in: store.first) == "three")
        #expect(try store.environment.get("b", in: store.first) == "two")
        #expect(try store.environment.get("a", in: store.second) == nil)
    }

    @Test func deletingTellsWhetherTheKeyWasThere() throws {
        try store.environment.put("one", for: "a", in: store.first)
        try store.environment.write {
            (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.withWriteCursor(on: store.first) { cursor throws(LMDBError) in
                #expect(try cursor.delete("a"))
                #expect(try !cursor.delete("a"))
            }
            #expect(try transaction.statistics(of: store.first).entryCount == 0)
            try transaction.commit()
        }
        #expect(try store.environment.get("a", in: store.first) == nil)
    }

    @Test func putAfterTheLastDeleteIsKept() throws {
        try change { cursor throws(LMDBError) in
            try cursor.put("one", for: "a")
            try cursor.delete("a")
            try cursor.put("two", for: "b")
        }
        #expect(try store.environment.get("a", in: store.first) == nil)
        #expect(try store.environment.get("b", in: store.first) == "two")
    }

    @Test("What it changes in any order is what a dictionary would hold", arguments: [true, false])
    func agreesWithItsModel(isSorted: Bool) throws {
        var generator = SeededGenerator()
        let seed = generator.description
        var model: [String: String] = [:]
        // Enough for three levels of pages, which are split, emptied and joined again.
        for _ in 0..<12 {
            var keys = (0..<2_000).map { _ in
                "key \(Int.random(in: 1_000_000...1_020_000, using: &generator))"
            }
            if isSorted { keys.sort() }
            let isDeleting = Int.random(in: 0...2, using: &generator) == 0
            try change { cursor throws(LMDBError) in
                for key in keys {
                    if isDeleting ? key.last != "7" : key.last == "7" {
                        #expect(try cursor.delete(key) == (model.removeValue(forKey: key) != nil))
                        continue
                    }
                    let count = Int.random(in: 0...300, using: &generator)
                    let value = String(repeating: key.last ?? "-", count: count)
                    try cursor.put(value, for: key)
                    model[key] = value
                }
            }
        }
        #expect(try records() == model, "\(seed)")
    }

    private func change(
        _ body: (inout WriteCursor) throws(LMDBError) -> Void
    ) throws(LMDBError) {
        try store.environment.write {
            (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transaction.withWriteCursor(on: store.first, body)
            try transaction.commit()
        }
    }

    private func records() throws(LMDBError) -> [String: String] {
        try store.environment.read { (transaction) throws(LMDBError) in
            try transaction.withCursor(on: store.first) { (cursor) throws(LMDBError) in
                var found: [String: String] = [:]
                guard try cursor.first() else { return found }
                try cursor.forEach(.forwards) { key, value in
                    found[String(key)] = String(value)
                    return true
                }
                return found
            }
        }
    }
}
