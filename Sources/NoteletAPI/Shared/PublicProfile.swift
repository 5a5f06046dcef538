/// What others may see of a person: who has the personal link, and who knows the id.
public struct PublicProfile: Codable, Hashable, Sendable {
    /// As ``User.username``.
    public var username: String
    /// Empty when there is none.
    public var profileImageURL: String
    /// Who may write through the link.
    public var senderPolicy: SenderPolicy
    /// As ``User.id``.
    public var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case username = 1
        case profileImageURL = 2
        case senderPolicy = 3
        case id = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        username: String = "",
        profileImageURL: String = "",
        senderPolicy: SenderPolicy = .unspecified,
        id: [UInt8] = []
    ) {
        self.username = username
        self.profileImageURL = profileImageURL
        self.senderPolicy = senderPolicy
        self.id = id
    }
}
