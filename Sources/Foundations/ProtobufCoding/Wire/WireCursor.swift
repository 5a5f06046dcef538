/// Walks over encoded bytes; the one place that reads the wire format.
///
/// Invariant: `position` ≤ `end` ≤ the byte count of the input, checked before each access.
/// The input outlives the cursor: only `DecodingSession` and `ProtobufReader` hold one, and
/// neither is reachable once the call that borrowed the bytes has returned.
@safe
struct WireCursor {
    private(set) var position: Int
    let end: Int
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer, range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "range in input")
        unsafe self.bytes = unsafe bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    /// Reads the next field whole, or returns nil at the end of the range.
    mutating func nextField() throws(ProtobufDecodingError) -> WireField? {
        guard position < end else { return nil }
        let tag = try readTag()
        guard let type = ProtobufWireType(rawValue: UInt8(tag & 7)) else {
            throw .badWireType(tag)
        }
        let bits = try readValue(type)
        let offset = UInt32(truncatingIfNeeded: position)
        if type == .lengthDelimited {
            guard bits <= UInt64(end - position) else {
                throw .overlongLength(bits, left: end - position, number: tag >> 3)
            }
            position += Int(bits)
        }
        return WireField(tag: tag, offset: offset, bits: bits)
    }

    /// Reads a value of the given type; of a length-delimited field, its byte count.
    mutating func readValue(
        _ type: ProtobufWireType
    ) throws(ProtobufDecodingError) -> UInt64 {
        switch type {
        case .varint, .lengthDelimited: try readVarint()
        case .fixed32: UInt64(try readFixed(UInt32.self))
        case .fixed64: try readFixed(UInt64.self)
        }
    }

    private mutating func readTag() throws(ProtobufDecodingError) -> UInt32 {
        let value = try readVarint()
        guard value >> 3 >= 1, value >> 3 <= UInt64(FieldNumber.max) else {
            throw .badFieldNumber(value >> 3)
        }
        return UInt32(truncatingIfNeeded: value)
    }

    @inline(__always)
    private mutating func readVarint() throws(ProtobufDecodingError) -> UInt64 {
        // Most tags, sizes and values are one byte.
        if position < end, unsafe bytes[position] < 0x80 {
            position += 1
            return unsafe UInt64(bytes[position - 1])
        }
        return try readLongVarint()
    }

    private mutating func readLongVarint() throws(ProtobufDecodingError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = unsafe bytes[position]
            position += 1
            // The tenth byte holds the 64th bit and nothing else.
            if shift == 63, byte > 1 { throw .overlongVarint }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .truncated
    }

    private mutating func readFixed<Integer: FixedWidthInteger>(
        _ type: Integer.Type
    ) throws(ProtobufDecodingError) -> Integer {
        let size = MemoryLayout<Integer>.size
        guard end - position >= size else { throw .truncated }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: position, as: Integer.self)
        position += size
        return Integer(littleEndian: value)
    }
}

/// One field as it lies in the bytes: its tag, where its content is, and its value or size.
struct WireField {
    /// The tag as on the wire: the field number times eight plus the wire type.
    let tag: UInt32
    /// Where the content begins, counted from the first byte of the whole input.
    let offset: UInt32
    /// The value of a varint or fixed field; the byte count of a length-delimited one.
    let bits: UInt64

    var number: UInt32 { tag >> 3 }
    var isLengthDelimited: Bool { tag & 7 == 2 }
    var contentRange: Range<Int> { Int(offset)..<(Int(offset) + Int(bits)) }
    var typeBits: UInt8 { UInt8(tag & 7) }
}

/// How the bytes of a field are laid out: the low three bits of its tag.
///
/// The two group types of proto2 (3 and 4) are missing on purpose: they are refused.
public enum ProtobufWireType: UInt8, Sendable {
    /// Base 128 integer of one to ten bytes: int32, int64, uint32, uint64, sint32, sint64,
    /// bool, enum.
    case varint = 0
    /// Eight bytes, low byte first: fixed64, sfixed64, double.
    case fixed64 = 1
    /// A varint byte count and that many bytes: string, bytes, message, packed list, map entry.
    case lengthDelimited = 2
    /// Four bytes, low byte first: fixed32, sfixed32, float.
    case fixed32 = 5
}

/// The range that the wire format gives field numbers.
enum FieldNumber {
    /// 2^29 - 1: a tag is a 32-bit number whose low three bits are the wire type.
    static let max: UInt32 = 536_870_911
}

extension RawSpan {
    /// Visits an encoded message without one of its fields: each piece between occurrences of it.
    ///
    /// - Parameters:
    ///   - number: The number of the field.
    ///   - visit: Takes a piece; what follows the first malformed field is part of the last one.
    package func visitFields(besides number: Int, _ visit: (RawSpan) -> Void) {
        unsafe withUnsafeBytes { bytes in
            var cursor = unsafe WireCursor(bytes, range: 0..<bytes.count)
            var start = 0
            var position = 0
            while let field = try? cursor.nextField() {
                if field.number == number {
                    if start < position { visit(extracting(start..<position)) }
                    start = cursor.position
                }
                position = cursor.position
            }
            if start < byteCount { visit(extracting(start..<byteCount)) }
        }
    }
}
