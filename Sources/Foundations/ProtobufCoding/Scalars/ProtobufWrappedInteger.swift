/// An integer whose field has another wire form than the plain Swift integer stands for.
///
/// The six types that conform are `SInt32`, `SInt64`, `Fixed32`, `Fixed64`, `SFixed32` and
/// `SFixed64`. Other coders, such as JSON, see the plain integer.
public protocol ProtobufWrappedInteger:
    ProtobufScalar, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible
where IntegerLiteralType == Value {
    /// The Swift integer inside.
    associatedtype Value: FixedWidthInteger & Codable & Sendable
    /// The integer inside.
    var value: Value { get }
    /// Wraps an integer.
    init(_ value: Value)
}

extension ProtobufWrappedInteger {
    /// Wraps a literal.
    public init(integerLiteral value: Value) { self.init(value) }

    /// The integer in decimal.
    public var description: String { value.description }

    /// Orders by the integers inside.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// Encodes the wire form for protobuf and the plain integer for any other coder.
    public func encode(to encoder: any Encoder) throws {
        if let field = encoder as? FieldEncoder {
            try field.session.put(wireBits, Self.wireType, at: field.slot)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// Decodes the wire form from protobuf and the plain integer from any other coder.
    public init(from decoder: any Decoder) throws {
        if let field = decoder as? FieldDecoder {
            self = try field.scalar(Self.self)
        } else {
            self.init(try decoder.singleValueContainer().decode(Value.self))
        }
    }
}
