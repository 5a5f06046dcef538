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
