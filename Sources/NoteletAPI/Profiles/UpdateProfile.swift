/// The request of `Profiles.UpdateProfile`.
public struct UpdateProfileRequest: Codable, Hashable, Sendable {
    /// As `User.username`.
    public var username: String?
    /// As `User.profileImageURL`; empty takes the picture away.
    public var profileImageURL: String?
    /// As ``User.senderPolicy``; nil leaves it.
    public var senderPolicy: SenderPolicy?
    /// As ``User.coarseTimes``, for notes that come from now on; nil leaves it.
    public var coarseTimes: Bool?

    private enum CodingKeys: Int, CodingKey {
        case username = 1
        case profileImageURL = 2
        case senderPolicy = 3
        case coarseTimes = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        username: String? = nil,
        profileImageURL: String? = nil,
        senderPolicy: SenderPolicy? = nil,
        coarseTimes: Bool? = nil
    ) {
        self.username = username
        self.profileImageURL = profileImageURL
        self.senderPolicy = senderPolicy
        self.coarseTimes = coarseTimes
    }
}

/// The response of `Profiles.UpdateProfile`.
public struct UpdateProfileResponse: Codable, Hashable, Sendable {
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
