public import Foundation

/// What was posted as a member, for all who are signed in.
public struct Post: Hashable, Identifiable, Sendable {
    /// The id of the post; until the service has given one, it names the intention to post it.
    public let id: UUID
    /// The member as whom it was posted.
    public let authorId: UUID
    /// What it says: 1 to 2,000 characters.
    public let text: String
    /// When it was posted.
    public let createdAt: Date

    /// Creates a post's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the post.
    ///   - authorId: The member as whom it was posted.
    ///   - text: What it says.
    ///   - createdAt: When it was posted.
    public init(id: UUID, authorId: UUID, text: String, createdAt: Date) {
        self.id = id
        self.authorId = authorId
        self.text = text
        self.createdAt = createdAt
    }
}
