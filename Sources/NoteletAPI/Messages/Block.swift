public import ProtobufCoding

/// That a sender is blocked, and by which note.
public struct Block: Codable, Hashable, Sendable {
    /// The received note by which its sender was blocked.
    public var messageID: [UInt8]
    /// When its sender was blocked.
    public var blockedAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
        case blockedAt = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = [], blockedAt: Timestamp? = nil) {
        self.messageID = messageID
        self.blockedAt = blockedAt
    }
}

extension Block: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(messageID: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(messageID, field: 1)
        if let blockedAt { try writer.write(message: blockedAt, field: 2) }
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &messageID)
            case 2: try reader.read(into: &blockedAt)
            default: break
            }
        }
    }
}
