/// A session as a `SessionStore` keeps it; its tokens are secrets.
public struct StoredSession: Codable, Hashable, Sendable {
    /// The address of the server that gave the session; its tokens go to no other.
    public let server: String
    /// The path of the authorities that the server was trusted by; nil for those of the system.
    ///
    /// It is as the configuration named it, and clients that are not told otherwise may use it.
    public let authorityFile: String?
    /// A random name that the session keeps from log-in on, through all refreshes.
    ///
    /// By it a client tells a refreshed session of its own from one of a later log-in.
    public let label: String
    /// What calls carry.
    public let accessToken: String
    /// When the access token ends, in seconds since 1970.
    public let accessExpiresAt: Int64
    /// What buys the next session.
    public let refreshToken: String
    /// When the refresh token ends, in seconds since 1970.
    public let refreshExpiresAt: Int64

    private enum CodingKeys: String, CodingKey {
        case server
        case authorityFile = "authority_file"
        case label
        case accessToken = "access_token"
        case accessExpiresAt = "access_expires_at"
        case refreshToken = "refresh_token"
        case refreshExpiresAt = "refresh_expires_at"
    }

    /// Takes over what a server gave.
    package init(
        _ session: Session,
        server: String,
        authorityFile: String? = nil,
        label: String
    ) {
        self.server = server
        self.authorityFile = authorityFile
        self.label = label
        accessToken = session.accessToken
        accessExpiresAt = session.accessExpiresAt?.seconds ?? 0
        refreshToken = session.refreshToken
        refreshExpiresAt = session.refreshExpiresAt?.seconds ?? 0
    }
}

extension StoredSession: CustomStringConvertible, CustomDebugStringConvertible {
    /// Names the session without its tokens, which belong into no log.
    public var description: String { "session at \(server)" }
    /// The same.
    public var debugDescription: String { description }
}
