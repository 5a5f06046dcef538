/// Walks the fields of a protobuf message in place.
///
/// The envelope is the most frequent message of all and has five fields, which is why it is read by
/// hand: ranges into the received bytes, and no copy.
///
/// Any bytes are safe input: overlong varints, field 0, groups and lengths beyond the end are
/// errors.
struct FieldCursor {
    private(set) var offset: Int
    private let end: Int
    private var unknownFieldCount = 0

    /// Unknown fields beyond this many are an attack on the time it takes to skip them.
    static let unknownFieldCountMax = 64

    /// One field, with its number and where its content lies.
    enum Field: Equatable {
        case varint(number: UInt32, UInt64)
        case bytes(number: UInt32, Range<Int>)
        case fixed(number: UInt32)
    }

    /// Starts before the first field in `range` of the bytes that `next(in:)` will be given.
    init(_ range: Range<Int>) {
        self.offset = range.lowerBound
        self.end = range.upperBound
    }

    /// Moves over one field, or returns nil at the end.
    mutating func next(in bytes: RawSpan) throws(EnvelopeError) -> Field? {
        guard offset < end else { return nil }
        let tag = try varint(in: bytes)
        guard let number = UInt32(exactly: tag >> 3), number > 0, number < 1 << 29 else {
            throw .invalidFieldNumber
        }
        switch tag & 7 {
        case 0:
            return .varint(number: number, try varint(in: bytes))
        case 1:
            try skip(8)
            return .fixed(number: number)
        case 2:
            let byteCount = try varint(in: bytes)
            guard byteCount <= UInt64(end - offset) else { throw .truncated }
            let start = offset
            offset += Int(byteCount)
            return .bytes(number: number, start..<offset)
        case 5:
            try skip(4)
            return .fixed(number: number)
        default:
            throw .invalidWireType
        }
    }

    /// Notes that the last field is none that the message knows.
    mutating func passUnknown() throws(EnvelopeError) {
        unknownFieldCount += 1
        guard unknownFieldCount <= Self.unknownFieldCountMax else { throw .tooManyUnknownFields }
    }

    private mutating func skip(_ byteCount: Int) throws(EnvelopeError) {
        guard byteCount <= end - offset else { throw .truncated }
        offset += byteCount
    }

    @inline(__always)
    private mutating func varint(in bytes: RawSpan) throws(EnvelopeError) -> UInt64 {
        guard offset < end else { throw .truncated }
        let first = bytes.byte(at: offset)
        offset += 1
        return first < 0x80 ? UInt64(first) : try longVarint(UInt64(first & 0x7F), in: bytes)
    }

    private mutating func longVarint(
        _ low: UInt64,
        in bytes: RawSpan
    ) throws(EnvelopeError) -> UInt64 {
        var value = low
        var shift: UInt64 = 7
        while offset < end {
            let byte = bytes.byte(at: offset)
            offset += 1
            // The tenth byte holds the one bit that is left.
            guard shift < 63 || byte <= 1 else { throw .overlongVarint }
            value |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return value }
            shift += 7
        }
        throw .truncated
    }
}
