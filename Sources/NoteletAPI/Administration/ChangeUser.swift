/// The request of the methods that change an account.
package struct ChangeUserRequest: Codable, Hashable, Sendable {
    /// 16 bytes.
    package var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case id = 1
    }

    /// Creates the message; what is left out is empty.
    package init(id: [UInt8] = []) {
        self.id = id
    }
}

/// The response of the methods that change an account.
package struct ChangeUserResponse: Codable, Hashable, Sendable {
    /// The account as it is now; nil once it is deleted.
    package var user: ManagedUser?

    private enum CodingKeys: Int, CodingKey {
        case user = 1
    }

    /// Creates the message; what is left out is empty.
    package init(user: ManagedUser? = nil) {
        self.user = user
    }
}

/// The request of `Administration.GrantPremium`.
package struct GrantPremiumRequest: Codable, Hashable, Sendable {
    /// 16 bytes.
    package var id: [UInt8]
    /// When the plan ends (exclusive); a moment that is to come.
    package var expiresAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case expiresAt = 2
    }

    /// Creates the message; what is left out is empty.
    package init(id: [UInt8] = [], expiresAt: Timestamp? = nil) {
        self.id = id
        self.expiresAt = expiresAt
    }
}
