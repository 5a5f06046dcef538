public import Foundation

/// An address at which anybody may write to an account.
public struct PersonalLink: Hashable, Sendable {
    /// Whose link it is.
    public let userId: UUID
    /// What tells the link from all others: no secret, since its owner publishes it.
    public let token: String
    /// The address, as the server tells it.
    public let url: URL

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - userId: Whose link it is.
    ///   - token: What tells it from others.
    ///   - url: Its address.
    public init(userId: UUID, token: String, url: URL) {
        self.userId = userId
        self.token = token
        self.url = url
    }

    /// The address with an invitation around it, as it is shared.
    public var shareableText: String { "익명으로 쪽지를 보내주세요: \(url.absoluteString)" }
}
