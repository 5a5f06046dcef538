/// The request of `Profiles.GetPublicProfile`.
public struct GetPublicProfileRequest: Codable, Hashable, Sendable {
    /// As ``User.id``.
    public var userID: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case userID = 1
    }

    /// Creates the message; what is left out is empty.
    public init(userID: [UInt8] = []) {
        self.userID = userID
    }
}

/// The response of `Profiles.GetPublicProfile`.
public struct GetPublicProfileResponse: Codable, Hashable, Sendable {
    /// The public part of the person.
    public var profile: PublicProfile?

    private enum CodingKeys: Int, CodingKey {
        case profile = 1
    }

    /// Creates the message; what is left out is empty.
    public init(profile: PublicProfile? = nil) {
        self.profile = profile
    }
}
