public import ProtobufCoding

extension ProtobufWriter {
    /// Writes a message field whose type is known here, without asking at run time how.
    mutating func write(
        message: some ProtobufEncodable,
        field number: Int
    ) throws(ProtobufEncodingError) {
        try writeMessage(field: number) { (writer) throws(ProtobufEncodingError) in
            try message.encode(into: &writer)
        }
    }
}

extension ProtobufReader {
    /// Reads a message that is a case of a oneof: into the earlier value if the same case was set
    /// before, as protobuf merges them.
    mutating func read<Message: ProtobufDecodable>(
        mergingInto earlier: Message?
    ) throws(ProtobufDecodingError) -> Message {
        var message = earlier ?? Message()
        try read(into: &message)
        return message
    }

    /// Reads a number, bool or enum that is a case of a oneof.
    mutating func readValue<Value: ProtobufScalar>() throws(ProtobufDecodingError) -> Value {
        var value = Value(wireBits: 0)
        try read(into: &value)
        return value
    }

    /// Reads a string that is a case of a oneof.
    mutating func readValue() throws(ProtobufDecodingError) -> String {
        var value = ""
        try read(into: &value)
        return value
    }

    /// Reads bytes that are a case of a oneof.
    mutating func readValue() throws(ProtobufDecodingError) -> [UInt8] {
        var value: [UInt8] = []
        try read(into: &value)
        return value
    }
}

/// A message of the contract: it writes and reads itself, and `Codable` says the same.
package typealias ContractMessage = FormedMessage & Hashable & Sendable

/// A message of the contract, with what its JSON takes.
public protocol FormedMessage: ProtobufMessage {
    /// Its fields.
    static var form: MessageForm { get }
}

/// A message of the contract that others carry, and that says what it is.
public protocol NamedMessage: FormedMessage {
    /// Its name in the contract, such as `notelet.items.v1.Item`.
    static var fullName: String { get }
}

/// A request for a page of a list.
public protocol PageRequest: FormedMessage {
    /// Where the page begins; empty for the first one.
    var cursor: [UInt8] { get set }
    /// How many things it may have; 0 for as many as usual.
    var pageSize: Int32 { get set }
}

/// A page of a list.
public protocol PageResponse: FormedMessage, Sendable {
    /// What the list is of.
    associatedtype Listed: FormedMessage, Sendable
    /// What the page has.
    var listed: [Listed] { get }
    /// Where the next one begins; empty after the last one.
    var nextCursor: [UInt8] { get }
}

/// An enum of the contract: a number with a name, open to the numbers of later versions.
public protocol OpenEnum: ProtobufEnum, CustomStringConvertible {
    /// The names that the contract gives to the known numbers.
    static var names: [Int32: String] { get }
}

extension OpenEnum {
    /// The name in the contract, or the number if it has none.
    public var description: String { Self.names[rawValue] ?? String(rawValue) }

    /// The name in the contract without what all names of the enum begin with, in lower case.
    ///
    /// `ACCOUNT_STATUS_BANNED` is `banned`; an unknown number stays a number.
    package var plainName: String {
        let zero = Self.names[0] ?? ""
        let shared = zero.hasSuffix("UNSPECIFIED") ? zero.dropLast("UNSPECIFIED".count) : ""
        let name = description
        return (name.hasPrefix(shared) ? String(name.dropFirst(shared.count)) : name).lowercased()
    }

    /// The values that say something, in the order of their numbers.
    package static var named: [Self] {
        names.keys.filter { $0 != 0 }.sorted().map { Self(rawValue: $0) }
    }

    /// The value of a plain name; nil where none is called so.
    package init?(plainName: String) {
        guard let value = Self.named.first(where: { $0.plainName == plainName }) else {
            return nil
        }
        self = value
    }
}

/// A moment: seconds and nanoseconds since 1970 in UTC, on the server's clock.
public typealias Timestamp = ProtobufTimestamp
