public import ProtobufCoding

/// The address under which anyone may write to a user.
public struct PersonalLink: Codable, Hashable, Sendable {
    /// 22 characters of base64url: 128 random bits.
    public var token: String
    /// The base address of the service followed by the token.
    public var url: String
    /// A sentence to share, with the url: "익명으로 쪽지를 보내주세요: {url}".
    public var shareableText: String

    private enum CodingKeys: Int, CodingKey {
        case token = 1
        case url = 2
        case shareableText = 3
    }

    /// Creates the message; what is left out is empty.
    public init(token: String = "", url: String = "", shareableText: String = "") {
        self.token = token
        self.url = url
        self.shareableText = shareableText
    }
}

extension PersonalLink: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(token: "")
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(token, field: 1)
        writer.write(url, field: 2)
        writer.write(shareableText, field: 3)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &token)
            case 2: try reader.read(into: &url)
            case 3: try reader.read(into: &shareableText)
            default: break
            }
        }
    }
}
