/// The request of `Contacts.DeleteContact`.
public struct DeleteContactRequest: Codable, Hashable, Sendable {
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

/// The response of `Contacts.DeleteContact`.
public struct DeleteContactResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
