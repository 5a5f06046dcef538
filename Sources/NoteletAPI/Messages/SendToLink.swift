public import ProtobufCoding

/// The request of `Messages.SendToLink`.
public struct SendToLinkRequest: Codable, Hashable, Sendable {
    /// The token, or the whole url of the link.
    public var link: String
    /// 1 to 2,000 characters after trimming, at most 8 KiB.
    public var content: String
    /// False, as by default: anonymous.
    ///
    /// True: the receiver sees the sender's username.
    public var revealSender: Bool

    private enum CodingKeys: Int, CodingKey {
        case link = 1
        case content = 2
        case revealSender = 3
    }

    /// Creates the message; what is left out is empty.
    public init(link: String = "", content: String = "", revealSender: Bool = false) {
        self.link = link
        self.content = content
        self.revealSender = revealSender
    }
}

extension SendToLinkRequest: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(link: "")
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(link, field: 1)
        writer.write(content, field: 2)
        writer.write(revealSender, field: 3)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &link)
            case 2: try reader.read(into: &content)
            case 3: try reader.read(into: &revealSender)
            default: break
            }
        }
    }
}
