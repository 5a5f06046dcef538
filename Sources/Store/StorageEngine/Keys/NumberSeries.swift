/// Numbers that are given out one after the other, from 1 on, each once.
///
/// How far they have come is told by records alone, so that there is no count that could disagree
/// with them.
package struct NumberSeries: Sendable {
    /// What tells how far the numbers have come.
    package enum Source: Sendable {
        /// The greatest keys of these tables: the number stands behind its owner's, or first where
        /// there is none.
        case keys(of: [TableID])
        /// The record under this key, which is the next number.
        case counter(Key, in: TableID)
    }

    /// What tells how far the numbers have come.
    package let source: Source

    /// Describes a series.
    package init(_ source: Source) {
        self.source = source
    }
}

// For engines whose views find the greatest key of a range at once.
extension WriteView {
    /// The last number that keys tell of; 0 if there is none yet.
    package func lastNumber(
        inKeysOf tables: [TableID],
        for owner: UInt64?
    ) throws(StorageError) -> UInt64 {
        var range = KeyRange.all
        if let owner {
            var prefix = Key()
            prefix.append(owner)
            range = KeyRange(prefix: prefix)
        }
        let offset = owner == nil ? 0 : MemoryLayout<UInt64>.size
        var last: UInt64 = 0
        for table in tables {
            try scanKeys(table, in: range, .descending, atMost: 1) { key throws(StorageError) in
                guard let number = key.number(at: offset) else { throw .dataLoss(table) }
                last = max(last, number)
                return .stop
            }
        }
        return last
    }

    /// Takes the number that a record counts.
    package func takeNumber(
        under key: Key,
        in table: TableID
    ) throws(StorageError) -> UInt64 {
        let next = try withValue(of: key, in: table) { value throws(StorageError) in
            guard let number = value.number(at: 0) else { throw .dataLoss(table) }
            return number
        }
        let number = next ?? 1
        guard number < .max else { throw .dataLoss(table) }
        let following = (number + 1).bigEndian
        try unsafe withUnsafeBytes(of: following) { bytes throws(StorageError) in
            try unsafe put(bytes.bytes, for: key, in: table)
        }
        return number
    }
}

extension RawSpan {
    /// Eight bytes as a number, the most significant one first; nil where there are fewer.
    fileprivate func number(at offset: Int) -> UInt64? {
        guard byteCount >= offset + MemoryLayout<UInt64>.size else { return nil }
        return unsafe UInt64(
            bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }
}
