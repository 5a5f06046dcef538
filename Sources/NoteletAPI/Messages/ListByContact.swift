/// The request of `Messages.ListByContact`.
public struct ListByContactRequest: Codable, Hashable, Sendable {
    /// As ``Contact.id``.
    public var contactID: [UInt8]
    /// Empty for the newest page.
    public var cursor: [UInt8]
    /// 1 to 500; 0 means 50.
    public var pageSize: Int32

    private enum CodingKeys: Int, CodingKey {
        case contactID = 1
        case cursor = 2
        case pageSize = 3
    }

    /// Creates the message; what is left out is empty.
    public init(contactID: [UInt8] = [], cursor: [UInt8] = [], pageSize: Int32 = 0) {
        self.contactID = contactID
        self.cursor = cursor
        self.pageSize = pageSize
    }
}

/// The response of `Messages.ListByContact`.
public struct ListByContactResponse: Codable, Hashable, Sendable {
    /// One page of notes, newest first.
    public var messages: [Message]
    /// Empty after the last page.
    public var nextCursor: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messages = 1
        case nextCursor = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messages: [Message] = [], nextCursor: [UInt8] = []) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}
