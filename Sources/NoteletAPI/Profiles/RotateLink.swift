/// The request of `Profiles.RotateLink`.
public struct RotateLinkRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Profiles.RotateLink`.
public struct RotateLinkResponse: Codable, Hashable, Sendable {
    /// The new link.
    public var personalLink: PersonalLink?

    private enum CodingKeys: Int, CodingKey {
        case personalLink = 1
    }

    /// Creates the message; what is left out is empty.
    public init(personalLink: PersonalLink? = nil) {
        self.personalLink = personalLink
    }
}
