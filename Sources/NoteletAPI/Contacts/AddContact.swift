/// The request of `Contacts.AddContact`.
public struct AddContactRequest: Codable, Hashable, Sendable {
    /// As `Contact.name`.
    public var name: String
    /// As `Contact.relationship`.
    public var relationship: String
    /// As `Contact.memo`.
    public var memo: String
    /// A personal link (token or url) whose owner the contact shall be linked to; empty for none.
    public var link: String

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case relationship = 2
        case memo = 3
        case link = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        name: String = "",
        relationship: String = "",
        memo: String = "",
        link: String = ""
    ) {
        self.name = name
        self.relationship = relationship
        self.memo = memo
        self.link = link
    }
}

/// The response of `Contacts.AddContact`.
public struct AddContactResponse: Codable, Hashable, Sendable {
    /// The contact as it was added.
    public var contact: Contact?

    private enum CodingKeys: Int, CodingKey {
        case contact = 1
    }

    /// Creates the message; what is left out is empty.
    public init(contact: Contact? = nil) {
        self.contact = contact
    }
}
