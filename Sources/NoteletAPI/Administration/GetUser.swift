internal import ProtobufCoding

/// The request of `Administration.GetUser`.
package struct GetUserRequest: Codable, Hashable, Sendable {
    /// The account that is asked for.
    package var reference: Reference?

    /// An account as an operator names it.
    package enum Reference: ProtobufOneof, Hashable, Sendable {
        /// By its id of 16 bytes.
        case id([UInt8])
        /// By its username.
        case username(String)
        /// By its e-mail address.
        case email(String)

        private enum CodingKeys: Int, CodingKey {
            case id = 1
            case username = 2
            case email = 3
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case reference = 1
    }

    /// Creates the message; what is left out is empty.
    package init(reference: Reference? = nil) {
        self.reference = reference
    }
}

/// The response of `Administration.GetUser`.
package struct GetUserResponse: Codable, Hashable, Sendable {
    /// The account.
    package var user: ManagedUser?
    /// How much it has.
    package var holdings: UserHoldings?

    private enum CodingKeys: Int, CodingKey {
        case user = 1
        case holdings = 2
    }

    /// Creates the message; what is left out is empty.
    package init(user: ManagedUser? = nil, holdings: UserHoldings? = nil) {
        self.user = user
        self.holdings = holdings
    }
}
