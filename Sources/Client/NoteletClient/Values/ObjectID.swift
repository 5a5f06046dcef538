public import Foundation

/// The id of one thing of the service, which is not taken for that of another kind.
///
/// It is a UUID to people, and in JSON, as in every format of `Codable`, its text in lower case.
/// Sender and receiver know one note by different ids.
public struct ObjectID<Subject>: Hashable, Sendable {
    /// The id as people write it.
    public let identifier: Identifier

    /// Says what an id is of.
    ///
    /// - Parameter identifier: The id.
    public init(_ identifier: Identifier) {
        self.identifier = identifier
    }

    /// Takes the bytes of a message's field; nil unless there are 16.
    ///
    /// - Parameter bytes: The bytes.
    public init?(bytes: [UInt8]) {
        guard let identifier = Identifier(bytes: bytes) else { return nil }
        self.init(identifier)
    }

    /// Takes over a UUID.
    ///
    /// - Parameter uuid: The UUID.
    public init(_ uuid: UUID) {
        self.init(Identifier(uuid))
    }

    /// The 16 bytes that messages carry.
    public var bytes: [UInt8] { identifier.bytes }

    /// The UUID.
    public var uuid: UUID { identifier.uuid }
}

/// The id of a note, as the caller knows it.
public typealias NoteID = ObjectID<Message>
/// The id of a contact of the caller.
public typealias ContactID = ObjectID<Contact>
/// The id of an account.
public typealias UserID = ObjectID<User>

extension ObjectID: LosslessStringConvertible {
    /// Reads a UUID, its letters in either case.
    ///
    /// - Parameter text: The UUID.
    public init?(_ text: String) {
        guard let identifier = Identifier(text) else { return nil }
        self.init(identifier)
    }

    /// The UUID in lower case.
    public var description: String { identifier.description }
}

extension ObjectID: Codable {
    /// Reads the text of a UUID.
    ///
    /// - Parameter decoder: Where it is read from.
    /// - Throws: `DecodingError` if it is none.
    public init(from decoder: any Decoder) throws {
        self.init(try Identifier(from: decoder))
    }

    /// Writes the text of the UUID.
    ///
    /// - Parameter encoder: Where it is written to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try identifier.encode(to: encoder)
    }
}

extension Identifier: Codable {
    /// Takes over a UUID.
    ///
    /// - Parameter uuid: The UUID.
    public init(_ uuid: UUID) {
        self.init(taking: withUnsafeBytes(of: uuid.uuid) { Array($0) })
    }

    /// The UUID.
    public var uuid: UUID {
        var value = UUID().uuid
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        return UUID(uuid: value)
    }

    /// Reads the text of a UUID.
    ///
    /// - Parameter decoder: Where it is read from.
    /// - Throws: `DecodingError` if it is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "The text is no UUID."
            )
        }
        self = identifier
    }

    /// Writes the text of the UUID.
    ///
    /// - Parameter encoder: Where it is written to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
