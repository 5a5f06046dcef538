package import Domain
package import StorageEngine

// How lists get past damaged records. A view that does not count what is left out, such as that of
// a tool, fails at the first one instead.
extension StoreView {
    /// Visits the sound records of a range in order, until the visitor stops.
    ///
    /// A record whose checksum is another, or at which the visitor throws `dataLoss`, is left out
    /// and counted.
    ///
    /// - Throws: what else `visit` throws, and `dataLoss` where the database cannot go on.
    package func scanSound(
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        atMost countMax: Int = .max,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        guard let leftOut else {
            return try scan(table, range, direction, atMost: countMax, visit)
        }
        var range = range
        while true {
            var count = 0
            do throws(DomainError) {
                return try scan(table, range, direction, atMost: countMax) {
                    key,
                    value throws(DomainError) in
                    count += 1
                    return try leavingOut(key, of: table, in: leftOut) { () throws(DomainError) in
                        try visit(key, value)
                    } ?? .next
                }
            } catch .dataLoss {
                // A checksum: the engine says nothing of the key, which is the next one.
                let key = try self.key(number: count, of: table, range, direction)
                key.withBytes { leftOut.add($0, in: table) }
                switch direction {
                case .ascending: range.lower = KeyRange.behind(key).lower
                case .descending: range.upper = key
                }
            }
        }
    }

    /// Makes something of a record; nil if it is damaged, which is counted where that is done.
    package func soundOnly<Value>(
        _ key: Key,
        in table: TableID,
        _ body: () throws(DomainError) -> Value
    ) throws(DomainError) -> Value? {
        guard let leftOut else { return try body() }
        return try key.withBytes { bytes throws(DomainError) in
            try leavingOut(bytes, of: table, in: leftOut, body)
        }
    }

    private func leavingOut<Value>(
        _ key: RawSpan,
        of table: TableID,
        in leftOut: LeftOutRecords,
        _ body: () throws(DomainError) -> Value
    ) throws(DomainError) -> Value? {
        do throws(DomainError) {
            return try body()
        } catch .dataLoss {
            leftOut.add(key, in: table)
            return nil
        } catch {
            throw error
        }
    }

    /// The key of this number in a range, counted from 0.
    ///
    /// - Throws: `dataLoss` if there is none: the database does not lead there.
    private func key(
        number: Int,
        of table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection
    ) throws(DomainError) -> Key {
        var key: Key?
        var remaining = number
        try scanKeys(table, range, direction, atMost: number.andOneMore) { bytes in
            if remaining == 0 { key = Key(bytes: bytes) }
            remaining -= 1
            return remaining < 0 ? .stop : .next
        }
        guard let key, key.byteCount < Key.byteCountMax else {
            throw .dataLoss("a damaged table")
        }
        return key
    }
}
