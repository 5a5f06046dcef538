public import Domain

extension RawSpan {
    /// The byte at an offset, or damage.
    @inlinable
    @inline(__always)
    package func byte(at offset: Int, of kind: RecordKind) throws(DomainError) -> UInt8 {
        guard offset >= 0, offset < byteCount else { throw kind.damaged }
        return unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The big-endian number at an offset, or damage.
    @inlinable
    package func number(at offset: Int, of kind: RecordKind) throws(DomainError) -> UInt64 {
        try integer(at: offset, of: kind)
    }

    /// The big-endian number at an offset, or damage.
    @inlinable
    package func number(at offset: Int, of kind: RecordKind) throws(DomainError) -> Int64 {
        try integer(at: offset, of: kind)
    }

    /// The big-endian number at an offset, or damage.
    @inlinable
    package func number(at offset: Int, of kind: RecordKind) throws(DomainError) -> UInt32 {
        try integer(at: offset, of: kind)
    }

    /// The big-endian number at an offset, or damage.
    @inlinable
    package func number(at offset: Int, of kind: RecordKind) throws(DomainError) -> UInt16 {
        try integer(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int,
        of kind: RecordKind
    ) throws(DomainError) -> Number {
        guard offset >= 0, offset <= byteCount - MemoryLayout<Number>.size else {
            throw kind.damaged
        }
        return Number(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// The id at an offset, or damage.
    @inlinable
    @inline(__always)
    package func id(at offset: Int, of kind: RecordKind) throws(DomainError) -> OpaqueID {
        OpaqueID(high: try number(at: offset, of: kind), low: try number(at: offset + 8, of: kind))
    }

    /// The place whose two numbers begin at an offset, or damage.
    @inlinable
    package func place(at offset: Int, of kind: RecordKind) throws(DomainError) -> Place {
        Place(
            UserNumber(try number(at: offset, of: kind)),
            Sequence(try number(at: offset + 8, of: kind))
        )
    }

    /// The text in a range, or damage.
    package func text(in range: Range<Int>, of kind: RecordKind) throws(DomainError) -> String {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw kind.damaged }
        let bytes = extracting(range)
        return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The text in a range, or damage; what is not UTF-8 is not repaired.
    package func validText(in range: Range<Int>, of kind: RecordKind) throws(DomainError) -> String
    {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw kind.damaged }
        let units = Span<UInt8>(_bytes: extracting(range))
        guard let valid = try? UTF8Span(validating: units) else { throw kind.damaged }
        return String(copying: valid)
    }

    /// Refuses a key or a value of another length, or damage.
    @inlinable
    package func requireByteCount(_ count: Int, of kind: RecordKind) throws(DomainError) {
        guard byteCount == count else { throw kind.damaged }
    }

    /// Refuses a value that is anything but the version of its form.
    @inlinable
    package func requireVersion(_ version: UInt8, of kind: RecordKind) throws(DomainError) {
        guard byteCount == 1, try byte(at: 0, of: kind) == version else { throw kind.damaged }
    }

    /// A copy of the bytes in a range.
    @inlinable
    package func copy(_ range: Range<Int>) -> [UInt8] {
        extracting(range).withUnsafeBytes { [UInt8]($0) }
    }
}
