/// The request of `Contacts.UpdateContact`.
public struct UpdateContactRequest: Codable, Hashable, Sendable {
    /// As ``Contact.id``.
    public var id: [UInt8]
    /// As ``Contact.name``; nil leaves it.
    public var name: String?
    /// As ``Contact.relationship``; nil leaves it.
    public var relationship: String?
    /// As ``Contact.memo``; nil leaves it.
    public var memo: String?
    /// Links the contact to the owner of this personal link; empty unlinks it.
    public var link: String?

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case name = 2
        case relationship = 3
        case memo = 4
        case link = 5
    }

    /// Creates the message; what is left out is empty.
    public init(
        id: [UInt8] = [],
        name: String? = nil,
        relationship: String? = nil,
        memo: String? = nil,
        link: String? = nil
    ) {
        self.id = id
        self.name = name
        self.relationship = relationship
        self.memo = memo
        self.link = link
    }
}

/// The response of `Contacts.UpdateContact`.
public struct UpdateContactResponse: Codable, Hashable, Sendable {
    /// The contact as it is now.
    public var contact: Contact?

    private enum CodingKeys: Int, CodingKey {
        case contact = 1
    }

    /// Creates the message; what is left out is empty.
    public init(contact: Contact? = nil) {
        self.contact = contact
    }
}
