/// The request of `Accounts.ChangePassword`.
public struct ChangePasswordRequest: Codable, Hashable, Sendable {
    /// The password that the account has.
    public var currentPassword: String
    /// As `SignUpRequest.password`.
    public var newPassword: String

    private enum CodingKeys: Int, CodingKey {
        case currentPassword = 1
        case newPassword = 2
    }

    /// Creates the message; what is left out is empty.
    public init(currentPassword: String = "", newPassword: String = "") {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }
}

/// The response of `Accounts.ChangePassword`.
public struct ChangePasswordResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
