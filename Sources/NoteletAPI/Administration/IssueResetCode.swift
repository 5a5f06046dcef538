/// The request of `Administration.IssueResetCode`.
package struct IssueResetCodeRequest: Codable, Hashable, Sendable {
    /// 16 bytes.
    package var id: [UInt8]
    /// How long the code can be used: 600 to 604,800 seconds, or 0 for a day.
    package var lifetimeSeconds: Int64

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case lifetimeSeconds = 2
    }

    /// Creates the message; what is left out is empty.
    package init(id: [UInt8] = [], lifetimeSeconds: Int64 = 0) {
        self.id = id
        self.lifetimeSeconds = lifetimeSeconds
    }
}

/// The response of `Administration.IssueResetCode`.
package struct IssueResetCodeResponse: Codable, Hashable, Sendable {
    /// To be handed over; the server keeps a digest alone.
    package var code: String
    /// When it ends, exclusive.
    package var expiresAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case code = 1
        case expiresAt = 2
    }

    /// Creates the message; what is left out is empty.
    package init(code: String = "", expiresAt: Timestamp? = nil) {
        self.code = code
        self.expiresAt = expiresAt
    }
}
