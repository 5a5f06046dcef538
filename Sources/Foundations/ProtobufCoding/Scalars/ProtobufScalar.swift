/// Marks types whose field coding is not what their `Codable` conformance alone would give.
///
/// Conform to one of the protocols that refine it, never to this one directly. It exists so that
/// one question per value tells a plain `Codable` type from all others.
public protocol ProtobufFieldCoded {}

/// A number as protobuf sees it: a wire type and up to 64 bits.
///
/// Zero bits are the default value in every case, which is why `-0.0` is written and `0.0` is not.
public protocol ProtobufScalar: Codable, Hashable, Sendable, ProtobufFieldCoded {
    /// The wire type of a single value: varint, fixed32 or fixed64.
    static var wireType: ProtobufWireType { get }
    /// The value as the wire carries it.
    var wireBits: UInt64 { get }
    /// Takes a value from the wire; bits that do not fit are dropped, as protobuf has it.
    init(wireBits: UInt64)
}

extension Int32: ProtobufScalar {
    /// A varint: proto type int32.
    public static var wireType: ProtobufWireType { .varint }
    /// The value with its sign extended to 64 bits.
    public var wireBits: UInt64 { UInt64(bitPattern: Int64(self)) }
    /// Takes the low 32 bits.
    public init(wireBits: UInt64) { self.init(truncatingIfNeeded: wireBits) }
}

extension Int64: ProtobufScalar {
    /// A varint: proto type int64.
    public static var wireType: ProtobufWireType { .varint }
    /// The bits of the value.
    public var wireBits: UInt64 { UInt64(bitPattern: self) }
    /// Takes all 64 bits.
    public init(wireBits: UInt64) { self.init(bitPattern: wireBits) }
}

extension Int: ProtobufScalar {
    /// A varint: proto type int64.
    public static var wireType: ProtobufWireType { .varint }
    /// The value with its sign extended to 64 bits.
    public var wireBits: UInt64 { UInt64(bitPattern: Int64(self)) }
    /// Takes as many low bits as the platform's `Int` has.
    public init(wireBits: UInt64) { self.init(truncatingIfNeeded: wireBits) }
}

extension UInt32: ProtobufScalar {
    /// A varint: proto type uint32.
    public static var wireType: ProtobufWireType { .varint }
    /// The value in 64 bits.
    public var wireBits: UInt64 { UInt64(self) }
    /// Takes the low 32 bits.
    public init(wireBits: UInt64) { self.init(truncatingIfNeeded: wireBits) }
}

extension UInt64: ProtobufScalar {
    /// A varint: proto type uint64.
    public static var wireType: ProtobufWireType { .varint }
    /// The value itself.
    public var wireBits: UInt64 { self }
    /// Takes all 64 bits.
    public init(wireBits: UInt64) { self = wireBits }
}

extension UInt: ProtobufScalar {
    /// A varint: proto type uint64.
    public static var wireType: ProtobufWireType { .varint }
    /// The value in 64 bits.
    public var wireBits: UInt64 { UInt64(self) }
    /// Takes as many low bits as the platform's `UInt` has.
    public init(wireBits: UInt64) { self.init(truncatingIfNeeded: wireBits) }
}

extension Bool: ProtobufScalar {
    /// A varint: proto type bool.
    public static var wireType: ProtobufWireType { .varint }
    /// One or zero.
    public var wireBits: UInt64 { self ? 1 : 0 }
    /// Takes anything but zero as true.
    public init(wireBits: UInt64) { self = wireBits != 0 }
}

extension Float: ProtobufScalar {
    /// Four bytes: proto type float.
    public static var wireType: ProtobufWireType { .fixed32 }
    /// The IEEE 754 bits.
    public var wireBits: UInt64 { UInt64(bitPattern) }
    /// Takes the low 32 bits as IEEE 754.
    public init(wireBits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: wireBits)) }
}

extension Double: ProtobufScalar {
    /// Eight bytes: proto type double.
    public static var wireType: ProtobufWireType { .fixed64 }
    /// The IEEE 754 bits.
    public var wireBits: UInt64 { bitPattern }
    /// Takes all 64 bits as IEEE 754.
    public init(wireBits: UInt64) { self.init(bitPattern: wireBits) }
}
