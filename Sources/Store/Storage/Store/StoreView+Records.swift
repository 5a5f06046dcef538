internal import Domain

// How repositories reach records. The engine's closures throw its own errors only; what a closure
// here throws is carried around them.
extension StoreView {
    /// Makes something of the record under a key; nil if there is none.
    func value<Value>(
        of key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(DomainError) -> Value
    ) throws(DomainError) -> Value? {
        var value: Value?
        var failure: DomainError?
        do throws(StorageError) {
            _ = try records.visit(key, in: table) { bytes in
                do throws(DomainError) {
                    value = try body(bytes)
                } catch {
                    failure = error
                }
            }
        } catch {
            throw DomainError(error)
        }
        if let failure { throw failure }
        return value
    }

    /// Whether there is a record under a key.
    func contains(_ key: Key, in table: TableID) throws(DomainError) -> Bool {
        try value(of: key, in: table) { _ in true } ?? false
    }

    /// Whether a range has no record.
    func isEmpty(_ range: KeyRange, in table: TableID) throws(DomainError) -> Bool {
        var isEmpty = true
        try scanKeys(table, range, .ascending) { _ in
            isEmpty = false
            return .stop
        }
        return isEmpty
    }

    /// How many records a range has, up to a limit.
    func count(
        _ range: KeyRange,
        in table: TableID,
        _ countMax: Int
    ) throws(DomainError) -> Int {
        var count = 0
        try scanKeys(table, range, .ascending) { _ in
            count += 1
            return count < countMax ? .next : .stop
        }
        return count
    }

    /// Visits the records of a range in order, until the visitor stops.
    func scan(
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        var failure: DomainError?
        do throws(StorageError) {
            try records.scan(table, in: range, direction) { key, value in
                do throws(DomainError) {
                    return try visit(key, value)
                } catch {
                    failure = error
                    return .stop
                }
            }
        } catch {
            throw DomainError(error)
        }
        if let failure { throw failure }
    }

    /// Visits the keys of a range in order, until the visitor stops; damaged records have theirs.
    func scanKeys(
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        var failure: DomainError?
        do throws(StorageError) {
            try records.scanKeys(table, in: range, direction) { key in
                do throws(DomainError) {
                    return try visit(key)
                } catch {
                    failure = error
                    return .stop
                }
            }
        } catch {
            throw DomainError(error)
        }
        if let failure { throw failure }
    }
}
