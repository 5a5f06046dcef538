/// One state of the store, as a use case sees it.
///
/// A view is good inside the scope that lends it, on its thread. Bytes are lent to closures and
/// must be copied to be kept.
package protocol ReadView: AnyObject {
    /// Lends the record under `key` to `body`; answers whether there is one.
    ///
    /// - Throws: `.dataLoss` if it is damaged, and what `body` throws.
    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (_ value: RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool

    /// Lends the records of `range` to `visit`, in the order of `direction`, until it stops.
    ///
    /// It shows the state at its beginning, also when `visit` changes the store. `countMax` says
    /// how many records are wanted, so that an engine that fetches them from afar fetches no more
    /// at a time. `visit` alone stops the scan: when it goes on behind so many, past damaged
    /// records for instance, so does the scan.
    ///
    /// - Throws: `.dataLoss` at a damaged record, and what `visit` throws.
    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (_ key: RawSpan, _ value: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError)

    /// Lends the keys of `range` to `visit` as `scan` does, without looking at their values: a
    /// damaged record has a key like any other.
    ///
    /// - Throws: what `visit` throws.
    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int,
        _ visit: (_ key: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError)

    /// Whether a table has no record at all; mostly asked of those that have none.
    ///
    /// - Throws: `.dataLoss` if the table cannot be read.
    func isEmpty(_ table: TableID) throws(StorageError) -> Bool

    /// Announces records that are about to be asked for, one after the other.
    ///
    /// An engine far away fetches them together; one that has them at hand does not even ask which
    /// they are. `keys` may read the view.
    func expect(_ keys: () -> [Key], in table: TableID)
}

/// The order of a scan.
package enum ScanDirection: Sendable {
    /// From the smallest key on.
    case ascending
    /// From the greatest key on.
    case descending
}

/// How a scan goes on.
@usableFromInline
package enum ScanStep: Sendable {
    /// To the next record.
    case next
    /// Not at all.
    case stop
}

// What a view does of an engine that has its records at hand.
extension ReadView {
    /// Does nothing.
    package func expect(_ keys: () -> [Key], in table: TableID) {}

    /// Looks for a first key.
    package func isEmpty(_ table: TableID) throws(StorageError) -> Bool {
        try isEmpty(.all, in: table)
    }
}

extension ReadView {
    /// Whether a range has no record.
    package func isEmpty(_ range: KeyRange, in table: TableID) throws(StorageError) -> Bool {
        var isEmpty = true
        try scanKeys(table, in: range, .ascending, atMost: 1) { _ in
            isEmpty = false
            return .stop
        }
        return isEmpty
    }

    /// Lends all records of `range` to `visit`, until it stops.
    package func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (_ key: RawSpan, _ value: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scan(table, in: range, direction, atMost: .max, visit)
    }

    /// Lends all keys of `range` to `visit`, until it stops.
    package func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (_ key: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scanKeys(table, in: range, direction, atMost: .max, visit)
    }

    /// Makes something of the record under `key`; `nil` if there is none.
    package func withValue<Success>(
        of key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Success
    ) throws(StorageError) -> Success? {
        var success: Success?
        _ = try visit(key, in: table) { (value) throws(StorageError) in success = try body(value) }
        return success
    }

    /// A copy of the record under `key`; `nil` if there is none.
    package func get(_ key: Key, in table: TableID) throws(StorageError) -> [UInt8]? {
        try withValue(of: key, in: table) { value in
            unsafe value.withUnsafeBytes { unsafe Array($0) }
        }
    }

    /// Whether there is a record under `key`.
    package func contains(_ key: Key, in table: TableID) throws(StorageError) -> Bool {
        try visit(key, in: table) { _ in }
    }
}
