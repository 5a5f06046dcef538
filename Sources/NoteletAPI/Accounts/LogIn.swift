/// The request of `Accounts.LogIn`.
public struct LogInRequest: Codable, Hashable, Sendable {
    /// As ``User.email``.
    public var email: String
    /// The password of the account.
    public var password: String
    /// As ``User.username``, instead of the e-mail address.
    ///
    /// The address counts alone where both are given.
    public var username: String

    private enum CodingKeys: Int, CodingKey {
        case email = 1
        case password = 2
        case username = 3
    }

    /// Creates the message; what is left out is empty.
    public init(email: String = "", password: String = "", username: String = "") {
        self.email = email
        self.password = password
        self.username = username
    }
}

/// The response of `Accounts.LogIn`.
public struct LogInResponse: Codable, Hashable, Sendable {
    /// The account that was signed in to.
    public var user: User?
    /// The session that begins.
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
