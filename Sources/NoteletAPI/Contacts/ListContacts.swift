/// The request of `Contacts.ListContacts`.
public struct ListContactsRequest: Codable, Hashable, Sendable {
    /// Empty for the first page.
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

/// The response of `Contacts.ListContacts`.
public struct ListContactsResponse: Codable, Hashable, Sendable {
    /// One page of contacts, by time of registration.
    public var contacts: [Contact]
    /// Empty after the last page.
    public var nextCursor: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case contacts = 1
        case nextCursor = 2
    }

    /// Creates the message; what is left out is empty.
    public init(contacts: [Contact] = [], nextCursor: [UInt8] = []) {
        self.contacts = contacts
        self.nextCursor = nextCursor
    }
}
