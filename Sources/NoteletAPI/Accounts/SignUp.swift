/// The request of `Accounts.SignUp`.
public struct SignUpRequest: Codable, Hashable, Sendable {
    /// As `User.username`.
    public var username: String
    /// As `User.email`.
    public var email: String
    /// At least 15 characters, at most 128 bytes, without the username or the e-mail name in it.
    public var password: String

    private enum CodingKeys: Int, CodingKey {
        case username = 1
        case email = 2
        case password = 3
    }

    /// Creates the message; what is left out is empty.
    public init(username: String = "", email: String = "", password: String = "") {
        self.username = username
        self.email = email
        self.password = password
    }
}

/// The response of `Accounts.SignUp`.
public struct SignUpResponse: Codable, Hashable, Sendable {
    /// The new account.
    public var user: User?
    /// The session that the new account begins with.
    public var session: Session?

    private enum CodingKeys: Int, CodingKey {
        case user = 1
        case session = 2
    }

    /// Creates the message; what is left out is empty.
    public init(user: User? = nil, session: Session? = nil) {
        self.user = user
        self.session = session
    }
}
