public import Domain

/// Walks over the fields of a stored record in their canonical order, without copying any.
///
/// Only what the store itself wrote is read this way: each field at most once, in ascending order,
/// varints and length-delimited fields alone. Anything else is damage.
///
/// A page asks for seven fields of each of its notes, which is why all of it is inlined: called, it
/// took a fifth of a page's time.
@usableFromInline
package struct FieldScanner {
    @usableFromInline var offset: Int
    @usableFromInline let end: Int
    @usableFromInline let kind: RecordKind

    /// Begins at the first byte of a range, which the span that is passed along must hold.
    @inlinable
    package init(_ range: Range<Int>, of kind: RecordKind) {
        offset = range.lowerBound
        end = range.upperBound
        self.kind = kind
    }

    /// Whether the range holds no further field.
    @inlinable
    package var isAtEnd: Bool { offset == end }

    /// The content of a length-delimited field, if it comes next.
    @inlinable
    @inline(__always)
    package mutating func record(
        _ field: UInt8,
        in bytes: RawSpan
    ) throws(DomainError) -> Range<Int>? {
        guard try take(tag: field << 3 | 2, in: bytes) else { return nil }
        let count = try varint(in: bytes)
        guard count <= UInt64(end - offset) else { throw kind.damaged }
        let start = offset
        offset += Int(count)
        return start..<offset
    }

    /// The id of a bytes field, if it comes next.
    @inlinable
    @inline(__always)
    package mutating func id(_ field: UInt8, in bytes: RawSpan) throws(DomainError) -> OpaqueID? {
        guard let range = try record(field, in: bytes) else { return nil }
        guard range.count == OpaqueID.byteCount else { throw kind.damaged }
        return try bytes.id(at: range.lowerBound, of: kind)
    }

    /// The value of a varint field, if it comes next; else 0.
    @inlinable
    @inline(__always)
    package mutating func number(_ field: UInt8, in bytes: RawSpan) throws(DomainError) -> UInt64 {
        guard try take(tag: field << 3, in: bytes) else { return 0 }
        return try varint(in: bytes)
    }

    /// The moment of a timestamp field, if it comes next.
    @inlinable
    package mutating func moment(_ field: UInt8, in bytes: RawSpan) throws(DomainError) -> Instant?
    {
        guard let range = try record(field, in: bytes) else { return nil }
        var inner = FieldScanner(range, of: kind)
        let seconds = Int64(bitPattern: try inner.number(1, in: bytes))
        let nanoseconds = Int64(bitPattern: try inner.number(2, in: bytes))
        guard inner.isAtEnd, 0..<1_000_000_000 ~= nanoseconds else { throw kind.damaged }
        let (scaled, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, overflow) = scaled.addingReportingOverflow(nanoseconds / 1_000_000)
        guard !tooLarge, !overflow else { throw kind.damaged }
        return Instant(milliseconds: sum)
    }

    @inlinable
    @inline(__always)
    mutating func take(tag: UInt8, in bytes: RawSpan) throws(DomainError) -> Bool {
        guard offset < end, try bytes.byte(at: offset, of: kind) == tag else { return false }
        offset += 1
        return true
    }

    /// Most are of one byte: counts of short texts, and flags.
    @inlinable
    @inline(__always)
    mutating func varint(in bytes: RawSpan) throws(DomainError) -> UInt64 {
        guard offset < end else { throw kind.damaged }
        let first = try bytes.byte(at: offset, of: kind)
        guard first >= 0x80 else {
            offset += 1
            return UInt64(first)
        }
        return try longVarint(in: bytes)
    }

    @inlinable
    mutating func longVarint(in bytes: RawSpan) throws(DomainError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end, shift < 64 {
            let byte = try bytes.byte(at: offset, of: kind)
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw kind.damaged
    }
}
