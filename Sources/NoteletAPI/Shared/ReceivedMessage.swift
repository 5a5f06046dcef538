public import ProtobufCoding

/// A note as its receiver sees it.
///
/// No field of it depends on who sent an anonymous one.
public struct ReceivedMessage: Codable, Hashable, Sendable {
    /// 16 bytes; the sender knows this note by another id.
    public var id: [UInt8]
    /// 1 to 2,000 characters, at most 8 KiB.
    public var content: String
    /// To the minute.
    public var receivedAt: Timestamp?
    /// "익명" for an anonymous sender, "알 수 없음" for one whose account is gone, else the username.
    public var senderName: String
    /// Whether the sender chose not to be shown.
    public var isAnonymous: Bool
    /// The contact through which it came; only when the sender is shown.
    public var contactID: [UInt8]
    /// Absent while the note is pending.
    public var answer: Answer?
    /// The id of the sender's account; only when the sender is shown and the account is there.
    public var senderID: [UInt8]
    /// In the change feed a note comes as pending, and is answered by a change of its own.
    public var status: MessageStatus

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case content = 2
        case receivedAt = 3
        case senderName = 4
        case isAnonymous = 5
        case contactID = 6
        case answer = 7
        case senderID = 8
        case status = 9
    }

    /// Creates the message; what is left out is empty.
    public init(
        id: [UInt8] = [],
        content: String = "",
        receivedAt: Timestamp? = nil,
        senderName: String = "",
        isAnonymous: Bool = false,
        contactID: [UInt8] = [],
        answer: Answer? = nil,
        senderID: [UInt8] = [],
        status: MessageStatus = .unspecified
    ) {
        self.id = id
        self.content = content
        self.receivedAt = receivedAt
        self.senderName = senderName
        self.isAnonymous = isAnonymous
        self.contactID = contactID
        self.answer = answer
        self.senderID = senderID
        self.status = status
    }
}

extension ReceivedMessage: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(id: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(id, field: 1)
        writer.write(content, field: 2)
        if let receivedAt { try writer.write(message: receivedAt, field: 3) }
        writer.write(senderName, field: 4)
        writer.write(isAnonymous, field: 5)
        writer.write(contactID, field: 6)
        if let answer { try writer.write(message: answer, field: 7) }
        writer.write(senderID, field: 8)
        writer.write(status, field: 9)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &id)
            case 2: try reader.read(into: &content)
            case 3: try reader.read(into: &receivedAt)
            case 4: try reader.read(into: &senderName)
            case 5: try reader.read(into: &isAnonymous)
            case 6: try reader.read(into: &contactID)
            case 7: try reader.read(into: &answer)
            case 8: try reader.read(into: &senderID)
            case 9: try reader.read(into: &status)
            default: break
            }
        }
    }
}
