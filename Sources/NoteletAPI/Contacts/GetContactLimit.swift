/// The request of `Contacts.GetContactLimit`.
public struct GetContactLimitRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Contacts.GetContactLimit`.
public struct GetContactLimitResponse: Codable, Hashable, Sendable {
    /// How many contacts the caller has.
    public var currentCount: Int32
    /// Absent when unlimited.
    public var maxContacts: Int32?
    /// Absent when unlimited.
    public var remainingSlots: Int32?
    /// Whether the plan allows one more contact now.
    public var canAdd: Bool

    private enum CodingKeys: Int, CodingKey {
        case currentCount = 1
        case maxContacts = 2
        case remainingSlots = 3
        case canAdd = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        currentCount: Int32 = 0,
        maxContacts: Int32? = nil,
        remainingSlots: Int32? = nil,
        canAdd: Bool = false
    ) {
        self.currentCount = currentCount
        self.maxContacts = maxContacts
        self.remainingSlots = remainingSlots
        self.canAdd = canAdd
    }
}
