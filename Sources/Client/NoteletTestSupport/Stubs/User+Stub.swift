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

extension PersonalLink {
    /// A link for tests, with the token `test-token`.
    ///
    /// - Parameter userId: Whose it is.
    /// - Returns: The link.
    public static func mock(userId: UUID = UUID()) -> PersonalLink {
        var url = URLComponents()
        (url.scheme, url.host, url.path) = (
            "https", "app.anonymous-message.com", "/receive/test-token"
        )
        guard let url = url.url else { preconditionFailure("The parts make an address.") }
        return PersonalLink(userId: userId, token: "test-token", url: url)
    }
}
