/// The request of `Contacts.GetContact`.
public struct GetContactRequest: Codable, Hashable, Sendable {
    /// As ``Contact.id``.
    public var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case id = 1
    }

    /// Creates the message; what is left out is empty.
    public init(id: [UInt8] = []) {
        self.id = id
    }
}

/// The response of `Contacts.GetContact`.
public struct GetContactResponse: Codable, Hashable, Sendable {
    /// The contact asked for.
    public var contact: Contact?

    private enum CodingKeys: Int, CodingKey {
        case contact = 1
    }

    /// Creates the message; what is left out is empty.
    public init(contact: Contact? = nil) {
        self.contact = contact
    }
}
