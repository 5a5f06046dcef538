public import ProtobufCoding

/// A note of a person's own history, from one side or the other.
public struct Message: Codable, Hashable, Sendable {
    /// From which side the note is seen.
    public var side: Side?

    /// A note as its receiver or as its sender sees it.
    public enum Side: ProtobufOneof, Hashable, Sendable {
        /// The caller received it.
        case received(ReceivedMessage)
        /// The caller sent it.
        case sent(SentMessage)

        private enum CodingKeys: Int, CodingKey {
            case received = 1
            case sent = 2
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case side = 1
    }

    /// Creates the message; what is left out is empty.
    public init(side: Side? = nil) {
        self.side = side
    }
}

extension Message: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(side: nil)
    }

    /// Writes the field that is set.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        switch side {
        case .received(let message): try writer.write(message: message, field: 1)
        case .sent(let message): try writer.write(message: message, field: 2)
        case nil: break
        }
    }

    /// Takes over the last side that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: side = .received(try reader.read(mergingInto: side?.received))
            case 2: side = .sent(try reader.read(mergingInto: side?.sent))
            default: break
            }
        }
    }
}

extension Message.Side {
    fileprivate var received: ReceivedMessage? {
        if case .received(let message) = self { message } else { nil }
    }

    fileprivate var sent: SentMessage? {
        if case .sent(let message) = self { message } else { nil }
    }
}
