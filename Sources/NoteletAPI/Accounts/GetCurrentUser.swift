public import ProtobufCoding

/// The request of `Accounts.GetCurrentUser`.
public struct GetCurrentUserRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Accounts.GetCurrentUser`.
public struct GetCurrentUserResponse: Codable, Hashable, Sendable {
    /// Who the caller is; nil for nobody.
    public var identity: Identity?

    /// An account or a guest.
    public enum Identity: ProtobufOneof, Hashable, Sendable {
        /// The caller has an account.
        case user(User)
        /// The caller is a guest.
        case guest(Guest)

        private enum CodingKeys: Int, CodingKey {
            case user = 1
            case guest = 2
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case identity = 1
    }

    /// Creates the message; what is left out is empty.
    public init(identity: Identity? = nil) {
        self.identity = identity
    }
}
