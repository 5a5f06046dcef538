/// An account or a guest as an operator sees it.
package struct ManagedUser: Codable, Hashable, Sendable {
    /// 16 bytes, fixed for the life of the account or guest.
    package var id: [UInt8]
    /// The name by which others see the account.
    package var username: String
    /// The address to sign in with.
    package var email: String
    /// Whether it may act.
    package var status: AccountStatus
    /// What it may do.
    package var plan: Plan?
    /// Who may write through the personal link.
    package var senderPolicy: SenderPolicy
    /// Whether the personal link is on; the link itself is its owner's.
    package var hasLink: Bool
    /// When it was opened.
    package var createdAt: Timestamp?
    /// Whether it is a guest, who has an id and a status, and nothing else of the above.
    package var isGuest: Bool

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case username = 2
        case email = 3
        case status = 4
        case plan = 5
        case senderPolicy = 6
        case hasLink = 7
        case createdAt = 8
        case isGuest = 9
    }

    /// Creates the message; what is left out is empty.
    package init(
        id: [UInt8] = [],
        username: String = "",
        email: String = "",
        status: AccountStatus = .unspecified,
        plan: Plan? = nil,
        senderPolicy: SenderPolicy = .unspecified,
        hasLink: Bool = false,
        createdAt: Timestamp? = nil,
        isGuest: Bool = false
    ) {
        self.id = id
        self.username = username
        self.email = email
        self.status = status
        self.plan = plan
        self.senderPolicy = senderPolicy
        self.hasLink = hasLink
        self.createdAt = createdAt
        self.isGuest = isGuest
    }
}

/// How much an account has; 10,000 stands for that many or more.
package struct UserHoldings: Codable, Hashable, Sendable {
    /// Log-ins that have not ended.
    package var sessions: UInt32
    /// People it keeps.
    package var contacts: UInt32
    /// Notes that it received and has.
    package var receivedNotes: UInt32
    /// Senders that it blocked.
    package var blocks: UInt32

    private enum CodingKeys: Int, CodingKey {
        case sessions = 1
        case contacts = 2
        case receivedNotes = 3
        case blocks = 4
    }

    /// Creates the message; what is left out is empty.
    package init(
        sessions: UInt32 = 0,
        contacts: UInt32 = 0,
        receivedNotes: UInt32 = 0,
        blocks: UInt32 = 0
    ) {
        self.sessions = sessions
        self.contacts = contacts
        self.receivedNotes = receivedNotes
        self.blocks = blocks
    }
}
