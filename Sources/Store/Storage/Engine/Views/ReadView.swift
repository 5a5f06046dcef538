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
    /// It shows the state at its beginning, also when `visit` changes the store.
    ///
    /// - Throws: `.dataLoss` at a damaged record, and what `visit` throws.
    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
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
        _ visit: (_ key: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError)
}

/// The order of a scan.
package enum ScanDirection: Sendable {
    /// From the smallest key on.
    case ascending
    /// From the greatest key on.
    case descending
}

/// How a scan goes on.
package enum ScanStep: Sendable {
    /// To the next record.
    case next
    /// Not at all.
    case stop
}

/// What a scan lends.
enum ScanContent {
    case records
    /// Keys alone; their values are empty.
    case keys
}

extension ReadView {
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
            value.withUnsafeBytes { Array($0) }
        }
    }

    /// Whether there is a record under `key`.
    package func contains(_ key: Key, in table: TableID) throws(StorageError) -> Bool {
        try visit(key, in: table) { _ in }
    }
}
