/// The request of `Messages.BlockSender`.
public struct BlockSenderRequest: Codable, Hashable, Sendable {
    /// As `ReceivedMessage.id`.
    public var messageID: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = []) {
        self.messageID = messageID
    }
}

/// The response of `Messages.BlockSender`.
public struct BlockSenderResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
