/// Sizes of protobuf fields whose numbers are below 16, so that their tags take one byte.
enum FieldSize {
    /// The size of a varint.
    @inline(__always)
    static func varint(_ value: UInt64) -> Int {
        value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7
    }

    /// The size of a field of `byteCount` bytes that is written even when it is empty.
    @inline(__always)
    static func bytes(_ byteCount: Int) -> Int {
        1 + varint(UInt64(byteCount)) + byteCount
    }

    /// The size of a field of `byteCount` bytes that is left out when it is empty.
    @inline(__always)
    static func optionalBytes(_ byteCount: Int) -> Int {
        byteCount == 0 ? 0 : bytes(byteCount)
    }

    /// The size of an integer field that is left out when it is zero.
    @inline(__always)
    static func optionalInteger(_ value: Int64) -> Int {
        value == 0 ? 0 : 1 + varint(UInt64(bitPattern: value))
    }
}

extension OutputRawSpan {
    /// Appends a varint.
    @inline(__always)
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends the tag and length in front of `byteCount` bytes of a field.
    @inline(__always)
    mutating func append(field number: UInt8, byteCount: Int) {
        append(number << 3 | 2)
        append(varint: UInt64(byteCount))
    }

    /// Appends an integer field unless it is zero.
    mutating func append(field number: UInt8, integer value: Int64) {
        guard value != 0 else { return }
        append(number << 3)
        append(varint: UInt64(bitPattern: value))
    }

    /// Appends a text field unless it is empty.
    mutating func append(field number: UInt8, text: String) {
        guard !text.isEmpty else { return }
        append(field: number, byteCount: text.utf8.count)
        append(text: text)
    }

    /// Appends a field of bytes unless it is empty.
    mutating func append(field number: UInt8, bytes: RawSpan) {
        guard bytes.byteCount > 0 else { return }
        append(field: number, byteCount: bytes.byteCount)
        append(copying: bytes)
    }
}
