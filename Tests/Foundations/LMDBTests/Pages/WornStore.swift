import LMDB
import TestSupport

/// A store of two tables that was changed for a while, so that it has pages of every kind.
struct WornStore {
    let store: TemporaryStore
    private(set) var models: [[String: String]] = [[:], [:]]
    private var generator: SeededGenerator

    var path: String { store.directory.path + "/store/data/data.mdb" }

    init(seed: UInt64, commitCount: Int) throws {
        store = try TemporaryStore()
        generator = SeededGenerator(seed: seed)
        for _ in 0..<commitCount { try change() }
    }

    /// Puts, replaces and deletes some records in one transaction.
    mutating func change() throws {
        var steps: [(table: Int, key: String, value: String?)] = []
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            let key = "key \(Int.random(in: 0..<900, using: &generator))"
            let length = [3, 40, 300, 2100, 9000].randomElement(using: &generator) ?? 0
            let isDeleted = Int.random(in: 0..<5, using: &generator) < 2
            let value = isDeleted ? nil : String(repeating: "v", count: length) + key
            steps.append((Int.random(in: 0...1, using: &generator), key, value))
        }
        let tables = store.environment.tables
        try store.environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            for step in steps {
                if let value = step.value {
                    try transaction.put(value, for: step.key, in: tables[step.table])
                } else {
                    _ = try transaction.withWriteCursor(on: tables[step.table]) {
                        (cursor) throws(LMDBError) in
                        try cursor.delete(step.key)
                    }
                }
            }
            try transaction.commit()
        }
        for step in steps { models[step.table][step.key] = step.value }
    }

    /// Walks over all pages of a file's newest state.
    static func walk(_ path: String) throws -> CollectingVisitor {
        let file = try DataFile(path: path)
        let visitor = CollectingVisitor()
        if let state = file.states().first {
            PageWalk(of: file, asOf: state, visitor: visitor).finish()
        }
        return visitor
    }
}
