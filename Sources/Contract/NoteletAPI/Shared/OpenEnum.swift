public import ProtobufCoding

/// An enum of the contract: a number with a name, open to the numbers of later versions.
public protocol OpenEnum: ProtobufEnum, CustomStringConvertible {
    /// The names that the contract gives to the known numbers.
    static var names: [Int32: String] { get }
}

extension OpenEnum {
    /// The name in the contract, or the number if it has none.
    public var description: String { Self.names[rawValue] ?? String(rawValue) }
}
