public import Foundation
public import NoteletInterface

extension Post {
    /// A post for tests.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - authorId: The member as whom it was posted.
    ///   - text: What it says.
    ///   - createdAt: When it was posted.
    /// - Returns: The post.
    public static func stub(
        id: UUID = UUID(),
        authorId: UUID = Member.alice.id,
        text: String = "안녕하세요",
        createdAt: Date = FakeClock.start
    ) -> Post {
        Post(id: id, authorId: authorId, text: text, createdAt: createdAt)
    }
}
