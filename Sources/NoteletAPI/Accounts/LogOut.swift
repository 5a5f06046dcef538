/// The request of `Accounts.LogOut`.
public struct LogOutRequest: Codable, Hashable, Sendable {
    /// True ends all sessions of the caller.
    public var everywhere: Bool

    private enum CodingKeys: Int, CodingKey {
        case everywhere = 1
    }

    /// Creates the message; what is left out is empty.
    public init(everywhere: Bool = false) {
        self.everywhere = everywhere
    }
}

/// The response of `Accounts.LogOut`.
public struct LogOutResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
