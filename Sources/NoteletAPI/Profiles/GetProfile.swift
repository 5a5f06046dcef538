/// The request of `Profiles.GetProfile`.
public struct GetProfileRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Profiles.GetProfile`.
public struct GetProfileResponse: Codable, Hashable, Sendable {
    /// The caller's account.
    public var user: User?

    private enum CodingKeys: Int, CodingKey {
        case user = 1
    }

    /// Creates the message; what is left out is empty.
    public init(user: User? = nil) {
        self.user = user
    }
}
