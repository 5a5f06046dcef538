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
