public import ProtobufCoding

/// A session as an export shows it: no token.
public struct ExportedSession: Codable, Hashable, Sendable {
    /// When the log-in or sign-up opened it.
    public var openedAt: Timestamp?
    /// When its tokens were last issued.
    public var refreshedAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case openedAt = 1
        case refreshedAt = 2
    }

    /// Creates the message; what is left out is empty.
    public init(openedAt: Timestamp? = nil, refreshedAt: Timestamp? = nil) {
        self.openedAt = openedAt
        self.refreshedAt = refreshedAt
    }
}
