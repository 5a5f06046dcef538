public import ProtobufCoding

/// A note as its sender sees it.
public struct SentMessage: Codable, Hashable, Sendable {
    /// 16 bytes; the receiver knows this note by another id.
    public var id: [UInt8]
    /// 1 to 2,000 characters, at most 8 KiB.
    public var content: String
    /// When the server stored the note, exactly.
    public var sentAt: Timestamp?
    /// Whether the receiver is not shown the sender.
    public var isAnonymous: Bool
    /// The contact it was sent to; empty when it went through a personal link.
    public var contactID: [UInt8]
    /// The receiver's username when the note was sent.
    public var receiverName: String
    /// Absent while the note is pending.
    public var answer: Answer?
    /// As `ReceivedMessage.status`.
    public var status: MessageStatus

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case content = 2
        case sentAt = 3
        case isAnonymous = 4
        case contactID = 5
        case receiverName = 6
        case answer = 7
        case status = 8
    }

    /// Creates the message; what is left out is empty.
    public init(
        id: [UInt8] = [],
        content: String = "",
        sentAt: Timestamp? = nil,
        isAnonymous: Bool = false,
        contactID: [UInt8] = [],
        receiverName: String = "",
        answer: Answer? = nil,
        status: MessageStatus = .unspecified
    ) {
        self.id = id
        self.content = content
        self.sentAt = sentAt
        self.isAnonymous = isAnonymous
        self.contactID = contactID
        self.receiverName = receiverName
        self.answer = answer
        self.status = status
    }
}

extension SentMessage: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(id: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(id, field: 1)
        writer.write(content, field: 2)
        if let sentAt { try writer.write(message: sentAt, field: 3) }
        writer.write(isAnonymous, field: 4)
        writer.write(contactID, field: 5)
        writer.write(receiverName, field: 6)
        if let answer { try writer.write(message: answer, field: 7) }
        writer.write(status, field: 8)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &id)
            case 2: try reader.read(into: &content)
            case 3: try reader.read(into: &sentAt)
            case 4: try reader.read(into: &isAnonymous)
            case 5: try reader.read(into: &contactID)
            case 6: try reader.read(into: &receiverName)
            case 7: try reader.read(into: &answer)
            case 8: try reader.read(into: &status)
            default: break
            }
        }
    }
}
