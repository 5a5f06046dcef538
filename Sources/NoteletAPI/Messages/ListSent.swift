/// The request of `Messages.ListSent`.
public struct ListSentRequest: Codable, Hashable, Sendable {
    /// Empty for the newest page.
    public var cursor: [UInt8]
    /// 1 to 500; 0 means 50.
    public var pageSize: Int32

    private enum CodingKeys: Int, CodingKey {
        case cursor = 1
        case pageSize = 2
    }

    /// Creates the message; what is left out is empty.
    public init(cursor: [UInt8] = [], pageSize: Int32 = 0) {
        self.cursor = cursor
        self.pageSize = pageSize
    }
}

/// The response of `Messages.ListSent`.
public struct ListSentResponse: Codable, Hashable, Sendable {
    /// One page of notes, newest first.
    public var messages: [SentMessage]
    /// Empty after the last page.
    public var nextCursor: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messages = 1
        case nextCursor = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messages: [SentMessage] = [], nextCursor: [UInt8] = []) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}
