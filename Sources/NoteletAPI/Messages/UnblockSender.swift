/// The request of `Messages.UnblockSender`.
public struct UnblockSenderRequest: Codable, Hashable, Sendable {
    /// As `Block.messageID`.
    public var messageID: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = []) {
        self.messageID = messageID
    }
}

/// The response of `Messages.UnblockSender`.
public struct UnblockSenderResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
