/// A signed 32-bit integer in zigzag form (proto type sint32): short when near zero.
public struct SInt32: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: Int32

    /// Wraps an integer.
    public init(_ value: Int32) { self.value = value }

    /// A varint.
    public static var wireType: ProtobufWireType { .varint }
    /// The zigzag form: 0, -1, 1, -2 are 0, 1, 2, 3.
    public var wireBits: UInt64 { UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))) }
    /// Undoes the zigzag form.
    public init(wireBits: UInt64) {
        let low = UInt32(truncatingIfNeeded: wireBits)
        value = Int32(bitPattern: (low >> 1) ^ (0 &- (low & 1)))
    }
}

/// A signed 64-bit integer in zigzag form (proto type sint64): short when near zero.
public struct SInt64: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: Int64

    /// Wraps an integer.
    public init(_ value: Int64) { self.value = value }

    /// A varint.
    public static var wireType: ProtobufWireType { .varint }
    /// The zigzag form: 0, -1, 1, -2 are 0, 1, 2, 3.
    public var wireBits: UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }
    /// Undoes the zigzag form.
    public init(wireBits: UInt64) {
        let magnitude = wireBits >> 1
        value = Int64(truncatingIfNeeded: magnitude ^ (0 &- (wireBits & 1)))
    }
}
