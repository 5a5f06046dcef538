internal import Locking
internal import StorageEngine

/// The damaged records that lists, feeds and exports have left out: how often, and of which table.
///
/// Of each it is told once, so that somebody looks after it, and of a bounded number: `store
/// verify` names them all. What is told names no record, for a place of a note is nobody's to see.
package final class LeftOutRecords: Sendable {
    private let tableNames: [String]
    private let state: Mutex<State>

    private struct State {
        var counts: [Int]
        /// Hashes of the records that were told of.
        var told: Set<Int> = []
        var observer: (@Sendable (_ table: String) -> Void)?
    }

    /// Records that are told of at most: enough to see that it is more than a few, and some
    /// kilobytes of memory.
    static let toldCountMax = 1_000

    /// Counts nothing yet, of the tables with these names.
    init(of tableNames: [String]) {
        self.tableNames = tableNames
        state = Mutex(State(counts: tableNames.map { _ in 0 }))
    }

    /// How often a record of each table was left out, in the order of the tables.
    package var counts: [(table: String, count: Int)] {
        zip(tableNames, state.withLock { $0.counts }).map { ($0, $1) }
    }

    /// Replaces an earlier observer, who is told the table of each record that is left out for the
    /// first time.
    package func observe(_ observer: @escaping @Sendable (_ table: String) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Notes that a record was left out.
    func add(_ key: RawSpan, in table: TableID) {
        let index = Int(table.rawValue)
        guard index < tableNames.count else { return }
        let hash = Self.hash(key, table)
        let observer = state.withLock { state -> (@Sendable (String) -> Void)? in
            state.counts[index] += 1
            guard state.told.count < Self.toldCountMax, state.told.insert(hash).inserted else {
                return nil
            }
            return state.observer
        }
        observer?(tableNames[index])
    }

    private static func hash(_ key: RawSpan, _ table: TableID) -> Int {
        var hasher = Hasher()
        hasher.combine(table.rawValue)
        key.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
