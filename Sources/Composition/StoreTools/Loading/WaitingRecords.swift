internal import Domain
package import StorageEngine

/// Records that wait to be written into a new store, and what their order and number must be.
package final class WaitingRecords {
    /// Those that wait, in the order in which they came until they are sorted.
    package private(set) var entries: [Entry] = []
    /// Entries that were put into each table so far, each under a key of its own.
    package private(set) var entryCounts: [TableID: Int] = [:]
    private var values: [UInt8] = []
    private var lastKeys: [TableID: Key] = [:]

    /// Begins without any.
    package init() {}

    /// A record that waits for its transaction.
    package struct Entry {
        /// Its table.
        package let table: TableID
        /// Its key.
        package let key: Key
        /// Whether it is the last record of its table so far.
        package let isLast: Bool
        fileprivate let value: Range<Int>

        /// Bytes of its value, without the checksum.
        package var valueByteCount: Int { value.count }
    }

    /// Bytes of values that are written in one transaction, about.
    private static let batchByteCount = 2 << 20
    private static let batchEntryCount = 16_384

    /// Whether so many wait that they should be written.
    package var areMany: Bool {
        values.count >= Self.batchByteCount || entries.count >= Self.batchEntryCount
    }

    /// Adds a record whose key is greater than all of its table; answers whether it is.
    package func append(_ value: RawSpan, for key: Key, in table: TableID) -> Bool {
        if let last = lastKeys[table], key <= last { return false }
        lastKeys[table] = key
        add(value, for: key, in: table, isLast: true)
        return true
    }

    /// Adds an entry that finds a record, under a key that no other entry has.
    func putEntry(_ value: [UInt8], for key: Key, in table: TableID) {
        entryCounts[table, default: 0] += 1
        add(value.span.bytes, for: key, in: table, isLast: false)
    }

    /// Puts them into the order of tables and keys, so that each page is touched once.
    package func sort() {
        entries.sort { ($0.table, $0.key) < ($1.table, $1.key) }
    }

    /// Lends the value of one that waits.
    package func withValue<Success>(
        of entry: Entry,
        _ body: (UnsafeRawBufferPointer) -> Success
    ) -> Success {
        values.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[entry.value])) }
    }

    /// Forgets those that were written; what comes later still has to stand behind them.
    package func removeAll() {
        entries.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    private func add(_ value: RawSpan, for key: Key, in table: TableID, isLast: Bool) {
        let start = values.count
        value.withUnsafeBytes { values.append(contentsOf: $0) }
        entries.append(Entry(table: table, key: key, isLast: isLast, value: start..<values.count))
    }
}
