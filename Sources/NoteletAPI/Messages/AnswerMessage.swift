/// The request of `Messages.AnswerMessage`.
public struct AnswerMessageRequest: Codable, Hashable, Sendable {
    /// As `ReceivedMessage.id`.
    public var messageID: [UInt8]
    /// 1 to 2,000 characters after trimming, at most 8 KiB.
    public var content: String

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
        case content = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = [], content: String = "") {
        self.messageID = messageID
        self.content = content
    }
}

/// The response of `Messages.AnswerMessage`.
public struct AnswerMessageResponse: Codable, Hashable, Sendable {
    /// The note with its answer.
    public var message: ReceivedMessage?

    private enum CodingKeys: Int, CodingKey {
        case message = 1
    }

    /// Creates the message; what is left out is empty.
    public init(message: ReceivedMessage? = nil) {
        self.message = message
    }
}
