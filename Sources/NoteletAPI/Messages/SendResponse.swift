public import ProtobufCoding

/// The response of `Messages.SendToLink` and `Messages.SendToContact`.
public struct SendResponse: Codable, Hashable, Sendable {
    /// The sender's id of the note.
    public var messageID: [UInt8]
    /// When the server stored the note.
    public var sentAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
        case sentAt = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = [], sentAt: Timestamp? = nil) {
        self.messageID = messageID
        self.sentAt = sentAt
    }
}

extension SendResponse: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(messageID: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(messageID, field: 1)
        if let sentAt { try writer.write(message: sentAt, field: 2) }
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &messageID)
            case 2: try reader.read(into: &sentAt)
            default: break
            }
        }
    }
}
