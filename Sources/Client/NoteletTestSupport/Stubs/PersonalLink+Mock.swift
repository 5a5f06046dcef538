public import Foundation
public import NoteletInterface

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
