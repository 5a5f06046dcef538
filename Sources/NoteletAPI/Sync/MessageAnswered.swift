public import ProtobufCoding

/// That a note was answered, and with what.
public struct MessageAnswered: Codable, Hashable, Sendable {
    /// The caller's id of the note.
    public var messageID: [UInt8]
    /// The answer it got.
    public var answer: Answer?

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
        case answer = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = [], answer: Answer? = nil) {
        self.messageID = messageID
        self.answer = answer
    }
}

extension MessageAnswered: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(messageID: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(messageID, field: 1)
        if let answer { try writer.write(message: answer, field: 2) }
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &messageID)
            case 2: try reader.read(into: &answer)
            default: break
            }
        }
    }
}
