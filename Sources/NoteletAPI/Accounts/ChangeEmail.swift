/// The request of `Accounts.ChangeEmail`.
public struct ChangeEmailRequest: Codable, Hashable, Sendable {
    /// As ``User.email``.
    public var email: String
    /// The password of the account.
    public var password: String

    private enum CodingKeys: Int, CodingKey {
        case email = 1
        case password = 2
    }

    /// Creates the message; what is left out is empty.
    public init(email: String = "", password: String = "") {
        self.email = email
        self.password = password
    }
}

/// The response of `Accounts.ChangeEmail`.
public struct ChangeEmailResponse: Codable, Hashable, Sendable {
    /// The account as it is now.
    public var user: User?

    private enum CodingKeys: Int, CodingKey {
        case user = 1
    }

    /// Creates the message; what is left out is empty.
    public init(user: User? = nil) {
        self.user = user
    }
}
