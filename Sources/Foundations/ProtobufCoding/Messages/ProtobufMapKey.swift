/// A type that protobuf allows as the key of a map: integers, bool and string.
public protocol ProtobufMapKey: Hashable, Codable {
    /// Whether an entry with this key is written before one with the other: numbers by value,
    /// strings by their UTF-8 bytes.
    func isBefore(_ other: Self) -> Bool
}

extension ProtobufMapKey where Self: Comparable {
    /// Orders by `<`.
    public func isBefore(_ other: Self) -> Bool { self < other }
}

extension Int32: ProtobufMapKey {}
extension Int64: ProtobufMapKey {}
extension Int: ProtobufMapKey {}
extension UInt32: ProtobufMapKey {}
extension UInt64: ProtobufMapKey {}
extension UInt: ProtobufMapKey {}
extension SInt32: ProtobufMapKey {}
extension SInt64: ProtobufMapKey {}
extension Fixed32: ProtobufMapKey {}
extension Fixed64: ProtobufMapKey {}
extension SFixed32: ProtobufMapKey {}
extension SFixed64: ProtobufMapKey {}

extension Bool: ProtobufMapKey {
    /// Puts false before true.
    public func isBefore(_ other: Bool) -> Bool { !self && other }
}

extension String: ProtobufMapKey {
    /// Orders by UTF-8 bytes, not by `<`, which compares characters.
    public func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
