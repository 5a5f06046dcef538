/// The request of `Accounts.Refresh`.
public struct RefreshRequest: Codable, Hashable, Sendable {
    /// As `Session.refreshToken`.
    public var refreshToken: String

    private enum CodingKeys: Int, CodingKey {
        case refreshToken = 1
    }

    /// Creates the message; what is left out is empty.
    public init(refreshToken: String = "") {
        self.refreshToken = refreshToken
    }
}

/// The response of `Accounts.Refresh`.
public struct RefreshResponse: Codable, Hashable, Sendable {
    /// The next session; both of its tokens are new.
    public var session: Session?

    private enum CodingKeys: Int, CodingKey {
        case session = 1
    }

    /// Creates the message; what is left out is empty.
    public init(session: Session? = nil) {
        self.session = session
    }
}
