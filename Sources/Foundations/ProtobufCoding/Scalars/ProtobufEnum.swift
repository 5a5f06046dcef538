/// An open proto3 enum: numbers that this program does not know are kept, not refused.
///
/// Write it as a struct with constants, or as an enum whose last case takes the rest:
///
///     enum Plan: ProtobufEnum {
///         case free, premium, unrecognized(Int32)
///
///         init(rawValue: Int32) {
///             switch rawValue {
///             case 0: self = .free
///             case 1: self = .premium
///             default: self = .unrecognized(rawValue)
///             }
///         }
///
///         var rawValue: Int32 {
///             switch self {
///             case .free: 0
///             case .premium: 1
///             case .unrecognized(let number): number
///             }
///         }
///     }
///
/// A plain `enum Plan: Int32, Codable` works too, and is closed: an unknown number is an error.
public protocol ProtobufEnum: ProtobufScalar, RawRepresentable where RawValue == Int32 {
    /// Takes any number; what is not known must be kept.
    init(rawValue: Int32)
}

extension ProtobufEnum {
    /// A varint, as int32.
    public static var wireType: ProtobufWireType { .varint }
    /// The number with its sign extended to 64 bits.
    public var wireBits: UInt64 { rawValue.wireBits }
    /// Takes the low 32 bits.
    public init(wireBits: UInt64) { self.init(rawValue: Int32(wireBits: wireBits)) }
}
