public import ProtobufCoding

/// The one answer that a note may get.
public struct Answer: Codable, Hashable, Sendable {
    /// 1 to 2,000 characters, at most 8 KiB.
    public var content: String
    /// Exact for who wrote it, to the minute for who reads it.
    public var answeredAt: Timestamp?
    /// 16 bytes; like the note, the other person knows it by another id.
    public var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case content = 1
        case answeredAt = 2
        case id = 3
    }

    /// Creates the message; what is left out is empty.
    public init(content: String = "", answeredAt: Timestamp? = nil, id: [UInt8] = []) {
        self.content = content
        self.answeredAt = answeredAt
        self.id = id
    }
}

extension Answer: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(content: "")
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(content, field: 1)
        if let answeredAt { try writer.write(message: answeredAt, field: 2) }
        writer.write(id, field: 3)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &content)
            case 2: try reader.read(into: &answeredAt)
            case 3: try reader.read(into: &id)
            default: break
            }
        }
    }
}
