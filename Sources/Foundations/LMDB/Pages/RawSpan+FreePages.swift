// The records of the list of free pages. The key is the number of a transaction; the value says how
// many pages it freed, and then which, the last one first. Numbers are as this machine has them.
extension RawSpan {
    private static let numberByteCount = MemoryLayout<UInt64>.size

    /// The number of the transaction, if this is the key of such a record.
    var freeingTransaction: UInt64? {
        byteCount == Self.numberByteCount ? number(0) : nil
    }

    /// How many pages this names, if it is the value of such a record.
    var freePageCount: Int? {
        guard byteCount >= Self.numberByteCount else { return nil }
        let count = number(0)
        return count <= byteCount / Self.numberByteCount - 1 ? Int(count) : nil
    }

    /// One of the pages, counted from 0.
    func freePage(_ index: Int) -> UInt64 { number(index + 1) }

    /// Whether this names pages as the value of such a record does, all of them below `end`.
    func isFreePageList(below end: UInt64) -> Bool {
        guard let count = freePageCount, count > 0, freePage(0) < end, freePage(count - 1) > 1
        else { return false }
        return (1..<count).allSatisfy { freePage($0) < freePage($0 - 1) }
    }

    private func number(_ index: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(
            fromByteOffset: index * Self.numberByteCount,
            as: UInt64.self
        )
    }
}
