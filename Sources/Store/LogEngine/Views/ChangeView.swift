internal import StorageEngine

/// A view that keeps changes to itself: its own write set laid over another view.
final class ChangeView: WriteView {
    // A view belongs to one thread, and lends nothing while it changes its set.
    @exclusivity(unchecked)
    private(set) var writeSet = WriteSet()
    private let base: Snapshot
    private let numbers: NumberCache

    init(over base: Snapshot, numbers: NumberCache) {
        self.base = base
        self.numbers = numbers
    }

    /// Drops all changes, for the next use case.
    func removeAll() {
        unsafe writeSet.removeAll()
    }

    func put(_ value: RawSpan, for key: Key, in table: TableID) throws(StorageError) {
        base.requireScope(of: table)
        try unsafe writeSet.put(value, for: key, in: table)
    }

    func delete(_ key: Key, in table: TableID) throws(StorageError) {
        base.requireScope(of: table)
        try unsafe writeSet.delete(key, in: table)
    }

    func takeNumber(
        of series: NumberSeries,
        for owner: UInt64?
    ) throws(StorageError) -> UInt64 {
        switch series.source {
        case .counter(let key, let table):
            return try takeNumber(under: key, in: table)
        case .keys(let tables):
            guard let first = tables.first else { throw .damaged }
            // No table has both numbers of owners and numbers of all.
            let known = numbers.last(of: first, for: owner ?? 0)
            let last = known > 0 ? known : try lastNumber(inKeysOf: tables, for: owner)
            let number = try number(behind: last, tables)
            numbers.remember(number, of: first, for: owner ?? 0)
            return number
        }
    }

    private func number(
        behind last: UInt64,
        _ tables: [TableID]
    ) throws(StorageError) -> UInt64 {
        guard last < .max - 1 else { throw tables.last.map { .dataLoss($0) } ?? .damaged }
        return last + 1
    }

    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        guard let entry = unsafe writeSet.entry(of: key, in: table) else {
            return try base.visit(key, in: table, body)
        }
        guard let value = entry.value else { return false }
        // A copy, so that `body` may change the set that it reads from.
        let snapshot = unsafe writeSet
        try snapshot.withValue(value, body)
        return true
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost _: Int,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scan(.records, of: table, in: range, direction, visit)
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost _: Int,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scan(.keys, of: table, in: range, direction) { (key, _) throws(StorageError) in
            try visit(key)
        }
    }

    /// Lends what the view below holds to `visit`, each change in its place and instead of what
    /// it replaces.
    private func scan(
        _ content: ScanContent,
        of table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        let indices = unsafe writeSet.indices(of: table, in: range)
        if indices.isEmpty { return try base.scan(content, of: table, in: range, direction, visit) }
        var changes = unsafe ChangeCursor(
            writeSet: writeSet,
            remaining: indices,
            direction: direction
        )
        var isStopped = false
        try base.scan(content, of: table, in: range, direction) {
            (key, value) throws(StorageError) in
            while let order = changes.order(before: key) {
                let entry = changes.takeFirst()
                if order == .same, entry.value == nil { return .next }
                if try changes.visit(entry, visit) == .stop {
                    isStopped = true
                    return .stop
                }
                if order == .same { return .next }
            }
            let step = try visit(key, value)
            isStopped = step == .stop
            return step
        }
        while !isStopped, !changes.isAtEnd {
            isStopped = try changes.visit(changes.takeFirst(), visit) == .stop
        }
    }
}

/// The changes of a range, from the side at which a scan begins.
private struct ChangeCursor {
    let writeSet: WriteSet
    var remaining: Range<Int>
    let direction: ScanDirection

    /// Where a change lies, seen from a record of the view below.
    enum Order {
        case earlier
        case same
    }

    var isAtEnd: Bool { remaining.isEmpty }

    private var first: Int {
        switch direction {
        case .ascending: remaining.lowerBound
        case .descending: remaining.upperBound - 1
        }
    }

    /// Whether the first change is due before or at `key`; `nil` if it is not due yet.
    func order(before key: RawSpan) -> Order? {
        if isAtEnd { return nil }
        let order = writeSet.entries[first].key.compare(to: key)
        if order == 0 { return .same }
        return (order < 0) == (direction == .ascending) ? .earlier : nil
    }

    mutating func takeFirst() -> WriteSet.Entry {
        let entry = writeSet.entries[first]
        switch direction {
        case .ascending: remaining = (remaining.lowerBound + 1)..<remaining.upperBound
        case .descending: remaining = remaining.lowerBound..<(remaining.upperBound - 1)
        }
        return entry
    }

    /// Lends a put to `visit`; passes over a delete.
    func visit(
        _ entry: WriteSet.Entry,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> ScanStep {
        guard let value = entry.value else { return .next }
        return try writeSet.withValue(value) { (value) throws(StorageError) in
            try entry.key.withBytes { (key) throws(StorageError) in try visit(key, value) }
        }
    }
}
