/// Walks the fields of an encoded message in place, those of bytes with what they hold.
///
/// Any bytes are safe to walk; where they are no message, the walk ends and says so.
struct FieldWalk {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    /// Whether the bytes turned out to be no message.
    private(set) var isBroken = false

    /// A field of the message.
    struct Field {
        let number: UInt8
        /// The content of a field of bytes; empty for numbers.
        let content: UnsafeRawBufferPointer
        /// The value of a varint.
        let value: Int
    }

    /// Starts in front of the first field.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next field; nil at the end, and where the bytes are no message.
    mutating func next() -> Field? {
        guard offset < bytes.count else { return nil }
        let tag = bytes[offset]
        offset += 1
        switch tag & 7 {
        case 0:
            guard let value = FieldLength.read(in: bytes, at: &offset) else { return breakOff() }
            return Field(
                number: tag >> 3,
                content: UnsafeRawBufferPointer(start: nil, count: 0),
                value: value
            )
        case 2:
            guard let length = FieldLength.read(in: bytes, at: &offset),
                length <= bytes.count - offset
            else { return breakOff() }
            let start = offset
            offset += length
            return Field(
                number: tag >> 3,
                content: UnsafeRawBufferPointer(rebasing: bytes[start..<offset]),
                value: 0
            )
        default:
            return breakOff()
        }
    }

    private mutating func breakOff() -> Field? {
        isBroken = true
        offset = bytes.count
        return nil
    }
}
