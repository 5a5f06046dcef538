internal import Locking
internal import StorageEngine

/// The damaged records that lists, feeds and exports have left out: how often, and of which table.
///
/// Of each it is told once, so that somebody looks after it, and of a bounded number: `store
/// verify` names them all. What is told names no record, for a place of a note is nobody's to see.
final class LeftOutRecords: Sendable {
    private let state = Mutex(State())

    private struct State {
        var counts = [Int](repeating: 0, count: Schema.tables.count)
        /// Hashes of the records that were told of.
        var told: Set<Int> = []
        var observer: (@Sendable (_ table: String) -> Void)?
    }

    /// Records that are told of at most: enough to see that it is more than a few, and some
    /// kilobytes of memory.
    static let toldCountMax = 1_000

    /// How often a record of each table was left out, in the order of the tables.
    var counts: [Int] { state.withLock { $0.counts } }

    /// Replaces an earlier observer, who is told the table of each record that is left out for the
    /// first time.
    func observe(_ observer: @escaping @Sendable (_ table: String) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Notes that a record was left out.
    func add(_ key: RawSpan, in table: TableID) {
        guard let schema = Schema.table(table) else { return }
        let hash = Self.hash(key, table)
        let observer = state.withLock { state -> (@Sendable (String) -> Void)? in
            state.counts[Int(table.rawValue)] += 1
            guard state.told.count < Self.toldCountMax, state.told.insert(hash).inserted else {
                return nil
            }
            return state.observer
        }
        observer?(schema.name)
    }

    private static func hash(_ key: RawSpan, _ table: TableID) -> Int {
        var hasher = Hasher()
        hasher.combine(table.rawValue)
        key.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
