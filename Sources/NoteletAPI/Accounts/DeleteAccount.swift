/// The request of `Accounts.DeleteAccount`.
public struct DeleteAccountRequest: Codable, Hashable, Sendable {
    /// Empty for a guest.
    public var password: String

    private enum CodingKeys: Int, CodingKey {
        case password = 1
    }

    /// Creates the message; what is left out is empty.
    public init(password: String = "") {
        self.password = password
    }
}

/// The response of `Accounts.DeleteAccount`.
public struct DeleteAccountResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
