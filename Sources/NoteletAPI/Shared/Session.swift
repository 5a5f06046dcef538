public import ProtobufCoding

/// The right to act as somebody for a while.
public struct Session: Codable, Hashable, Sendable {
    /// Sent as metadata "authorization: Bearer {access_token}" with each call; valid for 15
    /// minutes.
    public var accessToken: String
    /// When the access token ends (exclusive).
    public var accessExpiresAt: Timestamp?
    /// Buys the next session, once; valid for 30 days since its issue, 180 days since the log-in.
    public var refreshToken: String
    /// When the refresh token ends (exclusive).
    public var refreshExpiresAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case accessToken = 1
        case accessExpiresAt = 2
        case refreshToken = 3
        case refreshExpiresAt = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        accessToken: String = "",
        accessExpiresAt: Timestamp? = nil,
        refreshToken: String = "",
        refreshExpiresAt: Timestamp? = nil
    ) {
        self.accessToken = accessToken
        self.accessExpiresAt = accessExpiresAt
        self.refreshToken = refreshToken
        self.refreshExpiresAt = refreshExpiresAt
    }
}
