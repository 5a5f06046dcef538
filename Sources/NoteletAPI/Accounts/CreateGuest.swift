/// The request of `Accounts.CreateGuest`.
public struct CreateGuestRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Accounts.CreateGuest`.
public struct CreateGuestResponse: Codable, Hashable, Sendable {
    /// The session of the new guest.
    public var session: Session?

    private enum CodingKeys: Int, CodingKey {
        case session = 1
    }

    /// Creates the message; what is left out is empty.
    public init(session: Session? = nil) {
        self.session = session
    }
}
