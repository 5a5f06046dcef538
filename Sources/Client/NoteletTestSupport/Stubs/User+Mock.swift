public import Foundation
public import NoteletInterface

extension User {
    /// An account for tests, `testuser` with a personal link.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - username: Its name.
    ///   - email: Its address.
    ///   - createdAt: When it was opened.
    /// - Returns: The account.
    public static func mock(
        id: UUID = UUID(),
        username: String = "testuser",
        email: String = "test@example.com",
        createdAt: Date = FakeClock.start
    ) -> User {
        User(
            id: id,
            username: username,
            email: email,
            personalLink: .mock(userId: id),
            createdAt: createdAt
        )
    }

    /// An account for tests whose name is Test User, the same one each time.
    public static let stub = mock(username: "Test User")
}
