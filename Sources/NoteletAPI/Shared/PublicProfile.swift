/// What anybody who has a personal link may see of the person behind it.
public struct PublicProfile: Codable, Hashable, Sendable {
    /// As ``User.username``.
    public var username: String
    /// Empty when there is none.
    public var profileImageURL: String
    /// Who may write through the link.
    public var senderPolicy: SenderPolicy

    private enum CodingKeys: Int, CodingKey {
        case username = 1
        case profileImageURL = 2
        case senderPolicy = 3
    }

    /// Creates the message; what is left out is empty.
    public init(
        username: String = "",
        profileImageURL: String = "",
        senderPolicy: SenderPolicy = .unspecified
    ) {
        self.username = username
        self.profileImageURL = profileImageURL
        self.senderPolicy = senderPolicy
    }
}
