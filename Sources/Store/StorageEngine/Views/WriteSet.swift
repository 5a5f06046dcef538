/// The puts and deletes of one use case, in key order.
///
/// Made for a handful of changes: a sorted array, with all values in one buffer, so that a use
/// case allocates nothing once the set has grown to its size. Thousands work too.
///
/// Invariant: entries ascend by table, then key, each pair once.
package struct WriteSet {
    /// The changes, in their order.
    package private(set) var entries: [Entry] = []
    /// Bytes of all keys and values that were given, with those that later ones replaced.
    package private(set) var byteCount = 0
    @usableFromInline var values: [UInt8] = []

    /// One change.
    package struct Entry: Sendable {
        /// The table that it changes.
        package let table: TableID
        /// The key of the record.
        package let key: Key
        /// Where the value lies in the buffer; `nil` for a delete.
        package fileprivate(set) var value: Range<Int>?
    }

    /// What an entry costs beside its value.
    private static let entryByteCount = MemoryLayout<Entry>.stride

    /// An empty set.
    package init() {}

    /// Whether it changes nothing.
    package var isEmpty: Bool { entries.isEmpty }

    /// Bytes of all values, with those that later ones replaced.
    package var valueByteCount: Int { values.count }

    /// Whether a value is longer than so many bytes.
    package func hasValue(longerThan byteCount: Int) -> Bool {
        entries.contains { ($0.value?.count ?? 0) > byteCount }
    }

    /// Notes that `value` is stored under `key`.
    ///
    /// - Throws: `.tooLarge` when it would pass the limits of a set in `EngineLimits`.
    package mutating func put(_ value: RawSpan, for key: Key, in table: TableID)
        throws(StorageError)
    {
        precondition(key.byteCount > 0, "A record needs a key.")
        try count(value.byteCount)
        let start = values.count
        unsafe value.withUnsafeBytes { unsafe values.append(contentsOf: $0) }
        try set(Entry(table: table, key: key, value: start..<values.count))
    }

    /// Notes that the record under `key` is removed.
    ///
    /// - Throws: `.tooLarge` when it would pass the limits of a set in `EngineLimits`.
    package mutating func delete(_ key: Key, in table: TableID) throws(StorageError) {
        precondition(key.byteCount > 0, "A record needs a key.")
        try count(0)
        try set(Entry(table: table, key: key, value: nil))
    }

    /// Forgets all changes and keeps the room for the next.
    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    /// The change of `key`, if there is one.
    package func entry(of key: Key, in table: TableID) -> Entry? {
        let index = lowerBound(table, key)
        guard index < entries.count, entries[index].table == table, entries[index].key == key
        else { return nil }
        return entries[index]
    }

    /// The changes of keys in `range`.
    package func indices(of table: TableID, in range: KeyRange) -> Range<Int> {
        let lower = lowerBound(table, range.lower)
        let upper: Int
        if let end = range.upper {
            upper = lowerBound(table, end)
        } else {
            upper = partition { $0.table <= table }
        }
        return lower..<max(lower, upper)
    }

    /// Lends the value at `range` to `body`.
    @inlinable
    package func withValue<Success, Failure: Error>(
        _ range: Range<Int>,
        _ body: (RawSpan) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try unsafe body(values.span.bytes.extracting(range))
    }

    /// Lends all changes to `body`, a delete as no value.
    @inlinable
    package func forEach<Failure: Error>(
        _ body: (Key, TableID, RawSpan?) throws(Failure) -> Void
    ) throws(Failure) {
        for entry in entries {
            guard let value = entry.value else {
                try body(entry.key, entry.table, nil)
                continue
            }
            try unsafe body(entry.key, entry.table, values.span.bytes.extracting(value))
        }
    }

    private mutating func count(_ valueByteCount: Int) throws(StorageError) {
        let room = EngineLimits.writeSetByteCountMax - byteCount - Self.entryByteCount
        guard valueByteCount <= room else { throw .tooLarge }
        byteCount += valueByteCount + Self.entryByteCount
    }

    private mutating func set(_ entry: Entry) throws(StorageError) {
        let index = lowerBound(entry.table, entry.key)
        if index < entries.count, entries[index].table == entry.table,
            entries[index].key == entry.key
        {
            entries[index].value = entry.value
        } else {
            guard entries.count < EngineLimits.writeSetEntryCountMax else { throw .tooLarge }
            entries.insert(entry, at: index)
        }
    }

    private func lowerBound(_ table: TableID, _ key: Key) -> Int {
        partition { $0.table < table || ($0.table == table && $0.key < key) }
    }

    /// The number of entries at the beginning for which `isBefore` holds.
    private func partition(_ isBefore: (Entry) -> Bool) -> Int {
        var lower = 0
        var upper = entries.count
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if isBefore(entries[middle]) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
