public import ProtobufCoding

/// Somebody whom a user keeps by a name of the user's own.
public struct Contact: Codable, Hashable, Sendable {
    /// 16 bytes.
    public var id: [UInt8]
    /// 1 to 50 characters; unique among the owner's contacts, with regard to case.
    public var name: String
    /// At most 50 characters; empty when unsaid.
    public var relationship: String
    /// At most 500 characters; empty when unsaid.
    public var memo: String
    /// When the contact was added.
    public var registeredAt: Timestamp?
    /// From this moment on it may be deleted.
    public var deletableAt: Timestamp?
    /// Days until then, begun ones counted whole: 3 at registration, 0 once deletable.
    public var remainingLockDays: Int32
    /// Whether notes can be sent to it.
    public var isLinked: Bool

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case name = 2
        case relationship = 3
        case memo = 4
        case registeredAt = 5
        case deletableAt = 6
        case remainingLockDays = 7
        case isLinked = 8
    }

    /// Creates the message; what is left out is empty.
    public init(
        id: [UInt8] = [],
        name: String = "",
        relationship: String = "",
        memo: String = "",
        registeredAt: Timestamp? = nil,
        deletableAt: Timestamp? = nil,
        remainingLockDays: Int32 = 0,
        isLinked: Bool = false
    ) {
        self.id = id
        self.name = name
        self.relationship = relationship
        self.memo = memo
        self.registeredAt = registeredAt
        self.deletableAt = deletableAt
        self.remainingLockDays = remainingLockDays
        self.isLinked = isLinked
    }
}

extension Contact: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(id: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(id, field: 1)
        writer.write(name, field: 2)
        writer.write(relationship, field: 3)
        writer.write(memo, field: 4)
        if let registeredAt { try writer.write(message: registeredAt, field: 5) }
        if let deletableAt { try writer.write(message: deletableAt, field: 6) }
        writer.write(remainingLockDays, field: 7)
        writer.write(isLinked, field: 8)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &id)
            case 2: try reader.read(into: &name)
            case 3: try reader.read(into: &relationship)
            case 4: try reader.read(into: &memo)
            case 5: try reader.read(into: &registeredAt)
            case 6: try reader.read(into: &deletableAt)
            case 7: try reader.read(into: &remainingLockDays)
            case 8: try reader.read(into: &isLinked)
            default: break
            }
        }
    }
}
