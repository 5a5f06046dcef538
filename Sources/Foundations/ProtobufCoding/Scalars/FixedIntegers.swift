/// An unsigned 32-bit integer in 4 bytes (proto type fixed32).
public struct Fixed32: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: UInt32

    /// Wraps an integer.
    public init(_ value: UInt32) { self.value = value }

    /// 4 bytes, low byte first.
    public static var wireType: ProtobufWireType { .fixed32 }
    /// The bits of the integer.
    public var wireBits: UInt64 { UInt64(value) }
    /// Takes the low 32 bits.
    public init(wireBits: UInt64) { value = UInt32(truncatingIfNeeded: wireBits) }
}

/// An unsigned 64-bit integer in 8 bytes (proto type fixed64).
public struct Fixed64: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: UInt64

    /// Wraps an integer.
    public init(_ value: UInt64) { self.value = value }

    /// 8 bytes, low byte first.
    public static var wireType: ProtobufWireType { .fixed64 }
    /// The bits of the integer.
    public var wireBits: UInt64 { value }
    /// Takes the low 64 bits.
    public init(wireBits: UInt64) { value = UInt64(truncatingIfNeeded: wireBits) }
}

/// A signed 32-bit integer in 4 bytes (proto type sfixed32).
public struct SFixed32: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: Int32

    /// Wraps an integer.
    public init(_ value: Int32) { self.value = value }

    /// 4 bytes, low byte first.
    public static var wireType: ProtobufWireType { .fixed32 }
    /// The bits of the integer.
    public var wireBits: UInt64 { UInt64(UInt32(bitPattern: value)) }
    /// Takes the low 32 bits.
    public init(wireBits: UInt64) { value = Int32(truncatingIfNeeded: wireBits) }
}

/// A signed 64-bit integer in 8 bytes (proto type sfixed64).
public struct SFixed64: ProtobufWrappedInteger {
    /// The integer inside.
    public var value: Int64

    /// Wraps an integer.
    public init(_ value: Int64) { self.value = value }

    /// 8 bytes, low byte first.
    public static var wireType: ProtobufWireType { .fixed64 }
    /// The bits of the integer.
    public var wireBits: UInt64 { UInt64(bitPattern: value) }
    /// Takes the low 64 bits.
    public init(wireBits: UInt64) { value = Int64(truncatingIfNeeded: wireBits) }
}
