/// The request of `Accounts.ResetPassword`.
public struct ResetPasswordRequest: Codable, Hashable, Sendable {
    /// 20 letters and digits; their case, and hyphens and spaces between them, do not matter.
    public var code: String
    /// As `SignUpRequest.password`.
    public var newPassword: String

    private enum CodingKeys: Int, CodingKey {
        case code = 1
        case newPassword = 2
    }

    /// Creates the message; what is left out is empty.
    public init(code: String = "", newPassword: String = "") {
        self.code = code
        self.newPassword = newPassword
    }
}

/// The response of `Accounts.ResetPassword`.
public struct ResetPasswordResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
