internal import Glibc

/// An ordered byte string that names a record, without any allocation.
///
/// Keys are compared byte by byte, a prefix before what it begins; numbers are appended with the
/// most significant byte first, so that their order is the keys' order.
///
/// Invariant: the bytes behind `byteCount` are zero.
@usableFromInline
package struct Key: Sendable {
    /// Bytes of a key at most; LMDB would take 511.
    @inlinable package static var byteCountMax: Int { 64 }

    /// Bytes appended so far.
    @inlinable package var byteCount: Int { count }
    @usableFromInline var count = 0
    @usableFromInline var storage = InlineArray<64, UInt8>(repeating: 0)

    /// An empty key, to append to; a record needs one byte at least.
    @inlinable
    package init() {}

    /// Takes the bytes of a key; `nil` if there are more than `byteCountMax`.
    package init?(bytes: RawSpan) {
        guard bytes.byteCount <= Self.byteCountMax else { return nil }
        append(bytes)
    }

    /// Appends one byte.
    @inlinable
    package mutating func append(_ value: UInt8) {
        append(integer: value)
    }

    /// Appends four bytes, the most significant one first.
    @inlinable
    package mutating func append(_ value: UInt32) {
        append(integer: value.bigEndian)
    }

    /// Appends eight bytes, the most significant one first.
    @inlinable
    package mutating func append(_ value: UInt64) {
        append(integer: value.bigEndian)
    }

    /// Appends sixteen bytes.
    package mutating func append(_ bytes: InlineArray<16, UInt8>) {
        unsafe append(bytes.span.bytes)
    }

    /// Appends thirty-two bytes.
    @usableFromInline
    package mutating func append(_ bytes: InlineArray<32, UInt8>) {
        unsafe append(bytes.span.bytes)
    }

    /// Appends bytes; what comes from outside must be known to fit.
    package mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Lends the bytes to `body`.
    @inlinable
    package func withBytes<Success, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try unsafe body(storage.span.bytes.extracting(first: byteCount))
    }

    /// The first eight bytes as a number; zeros stand for those that a shorter key lacks.
    @inlinable
    package var beginning: UInt64 { unsafe Self.firstNumber(in: storage.span.bytes) }

    /// Whether the last byte is zero; `nil` where there is none.
    var endsWithZero: Bool? { byteCount == 0 ? nil : storage[byteCount - 1] == 0 }

    /// The smallest key greater than all that begin with this one; `nil` if there is none.
    package var prefixSuccessor: Key? {
        var successor = self
        while successor.byteCount > 0 {
            let last = successor.byteCount - 1
            if successor.storage[last] != .max {
                successor.storage[last] += 1
                return successor
            }
            successor.storage[last] = 0
            successor.count = last
        }
        return nil
    }

    @inlinable
    @inline(__always)
    mutating func append<Integer: FixedWidthInteger & BitwiseCopyable>(integer: Integer) {
        let (offset, size) = (count, MemoryLayout<Integer>.size)
        precondition(size <= Self.byteCountMax - offset, "A key has 64 bytes at most.")
        unsafe withUnsafeMutableBytes(of: &storage) { target in
            unsafe target.storeBytes(of: integer, toByteOffset: offset, as: Integer.self)
        }
        count += size
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let offset = count
        precondition(bytes.count <= Self.byteCountMax - offset, "A key has 64 bytes at most.")
        unsafe withUnsafeMutableBytes(of: &storage) { target in
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(
                from: bytes
            )
        }
        count += bytes.count
    }
}

extension Key: Hashable, Comparable {
    /// Whether both have the same bytes; a key is never equal to a longer one that begins with it.
    @usableFromInline
    package static func == (left: Key, right: Key) -> Bool {
        left.byteCount == right.byteCount && compare(left, right) == 0
    }

    /// The order of LMDB: byte by byte, and a key before all longer ones that begin with it.
    @usableFromInline
    package static func < (left: Key, right: Key) -> Bool {
        let order = compare(left, right)
        return order == 0 ? left.byteCount < right.byteCount : order < 0
    }

    /// Feeds the key's own bytes, without the zeros behind them.
    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }

    /// Below 0 if this key comes before `bytes`, 0 if it is the same, else above 0.
    @inlinable
    @inline(__always)
    package func compare(to bytes: RawSpan) -> Int {
        let common = min(byteCount, bytes.byteCount)
        // Nearly all keys begin with a number, which mostly tells.
        if common >= 8 {
            let own = unsafe Self.firstNumber(in: storage.span.bytes)
            let other = Self.firstNumber(in: bytes)
            if own != other { return own < other ? -1 : 1 }
            if common == 8 { return byteCount - bytes.byteCount }
        }
        let order = compareStart(with: bytes, byteCount: common)
        return order == 0 ? byteCount - bytes.byteCount : order
    }

    /// The first eight bytes as a number, of bytes that are no fewer.
    @inlinable
    @inline(__always)
    static func firstNumber(in bytes: RawSpan) -> UInt64 {
        unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
    }

    @usableFromInline
    func compareStart(with bytes: RawSpan, byteCount: Int) -> Int {
        unsafe withUnsafeBytes(of: storage) { own in
            unsafe bytes.withUnsafeBytes { other in
                guard let base = own.baseAddress, let otherBase = other.baseAddress else {
                    return 0
                }
                return unsafe Int(memcmp(base, otherBase, byteCount))
            }
        }
    }

    /// Compares whole storages, which zeros behind the keys make the same as the keys.
    private static func compare(_ left: Key, _ right: Key) -> Int32 {
        unsafe withUnsafeBytes(of: left.storage) { left in
            unsafe withUnsafeBytes(of: right.storage) { right in
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
                    return 0
                }
                return unsafe memcmp(leftBase, rightBase, byteCountMax)
            }
        }
    }
}
