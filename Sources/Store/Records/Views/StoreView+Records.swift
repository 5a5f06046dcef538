public import Domain
public import StorageEngine

// How repositories reach records. The engine's closures throw its own errors only; what a closure
// here throws is carried around them.
extension StoreView {
    /// Makes something of the record under a key; nil if there is none.
    @inlinable
    package func value<Value>(
        of key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(DomainError) -> Value
    ) throws(DomainError) -> Value? {
        var value: Value?
        try visit(key, in: table) { bytes throws(DomainError) in value = try body(bytes) }
        return value
    }

    /// Lends the record under a key, if there is one.
    ///
    /// Unlike `value` it is not made for each type of value, so that it need not be known to who
    /// calls that.
    @usableFromInline
    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(DomainError) -> Void
    ) throws(DomainError) {
        var failure: DomainError?
        do throws(StorageError) {
            _ = try records.visit(key, in: table) { bytes in
                do throws(DomainError) {
                    try body(bytes)
                } catch {
                    failure = error
                }
            }
        } catch {
            throw DomainError(error)
        }
        if let failure { throw failure }
    }

    /// Announces records that are asked for next, one after the other; `keys` is run only where
    /// somebody has to fetch them.
    package func expect(in table: TableID, _ keys: () -> [Key]) {
        records.expect(keys, in: table)
    }

    /// The first keys of a range, to be announced; as far as they can be read.
    package func keys(of table: TableID, in range: KeyRange, limit: Int) -> [Key] {
        var keys: [Key] = []
        try? scanKeys(table, range, .ascending, atMost: limit) { bytes in
            if let key = Key(bytes: bytes) { keys.append(key) }
            return keys.count < limit ? .next : .stop
        }
        return keys
    }

    /// Whether there is a record under a key.
    package func contains(_ key: Key, in table: TableID) throws(DomainError) -> Bool {
        try value(of: key, in: table) { _ in true } ?? false
    }

    /// Whether a table has no record.
    package func isEmpty(_ table: TableID) throws(DomainError) -> Bool {
        do throws(StorageError) {
            return try records.isEmpty(table)
        } catch {
            throw DomainError(error)
        }
    }

    /// Whether a range has no record.
    package func isEmpty(_ range: KeyRange, in table: TableID) throws(DomainError) -> Bool {
        do throws(StorageError) {
            return try records.isEmpty(range, in: table)
        } catch {
            throw DomainError(error)
        }
    }

    /// How many records a range has, up to a limit.
    package func count(
        _ range: KeyRange,
        in table: TableID,
        _ countMax: Int
    ) throws(DomainError) -> Int {
        var count = 0
        try scanKeys(table, range, .ascending, atMost: countMax) { _ in
            count += 1
            return count < countMax ? .next : .stop
        }
        return count
    }

    /// Visits the records of a range in order, until the visitor stops; it wants so many at most,
    /// as far as all of them are sound.
    package func scan(
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int = .max,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        var failure: DomainError?
        do throws(StorageError) {
            try records.scan(table, in: range, direction, atMost: countMax) { key, value in
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
    package func scanKeys(
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int = .max,
        _ visit: (RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        var failure: DomainError?
        do throws(StorageError) {
            try records.scanKeys(table, in: range, direction, atMost: countMax) { key in
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
