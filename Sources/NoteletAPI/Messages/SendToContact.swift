public import ProtobufCoding

/// The request of `Messages.SendToContact`.
public struct SendToContactRequest: Codable, Hashable, Sendable {
    /// As ``Contact.id``.
    public var contactID: [UInt8]
    /// As `SendToLinkRequest.content`.
    public var content: String
    /// As `SendToLinkRequest.revealSender`.
    public var revealSender: Bool

    private enum CodingKeys: Int, CodingKey {
        case contactID = 1
        case content = 2
        case revealSender = 3
    }

    /// Creates the message; what is left out is empty.
    public init(contactID: [UInt8] = [], content: String = "", revealSender: Bool = false) {
        self.contactID = contactID
        self.content = content
        self.revealSender = revealSender
    }
}

extension SendToContactRequest: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(contactID: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(contactID, field: 1)
        writer.write(content, field: 2)
        writer.write(revealSender, field: 3)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &contactID)
            case 2: try reader.read(into: &content)
            case 3: try reader.read(into: &revealSender)
            default: break
            }
        }
    }
}
