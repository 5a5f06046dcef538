/// The request of `Profiles.FindByLink`.
public struct FindByLinkRequest: Codable, Hashable, Sendable {
    /// The token, or the whole url of the link.
    public var link: String

    private enum CodingKeys: Int, CodingKey {
        case link = 1
    }

    /// Creates the message; what is left out is empty.
    public init(link: String = "") {
        self.link = link
    }
}

/// The response of `Profiles.FindByLink`.
public struct FindByLinkResponse: Codable, Hashable, Sendable {
    /// The public part of the link's owner.
    public var profile: PublicProfile?

    private enum CodingKeys: Int, CodingKey {
        case profile = 1
    }

    /// Creates the message; what is left out is empty.
    public init(profile: PublicProfile? = nil) {
        self.profile = profile
    }
}
