/// An account.
package struct User: Equatable, Sendable {
    package let number: UserNumber
    package let id: UserID
    package var username: Username
    package var email: EmailAddress
    package var passwordHash: PasswordHash
    package var profileImageURL: ImageURL?
    /// The link's token; nil while the link is switched off.
    package var linkToken: LinkToken?
    package var senderPolicy: SenderPolicy
    package var plan: Plan
    package var status: AccountStatus
    package let createdAt: Instant

    /// Creates an account as it is stored.
    package init(
        number: UserNumber,
        id: UserID,
        username: Username,
        email: EmailAddress,
        passwordHash: PasswordHash,
        profileImageURL: ImageURL? = nil,
        linkToken: LinkToken?,
        senderPolicy: SenderPolicy = .anyone,
        plan: Plan = .free,
        status: AccountStatus = .active,
        createdAt: Instant
    ) {
        self.number = number
        self.id = id
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
        self.profileImageURL = profileImageURL
        self.linkToken = linkToken
        self.senderPolicy = senderPolicy
        self.plan = plan
        self.status = status
        self.createdAt = createdAt
    }

    /// The name under which other people see this user.
    package var displayName: String { username.text }

    /// Whether the plan lifts the limits of the free one at this moment.
    package func isPremium(at now: Instant) -> Bool { plan.isPremium(at: now) }
}

/// Whether an account may act.
package enum AccountStatus: UInt8, CaseIterable, Sendable {
    case active = 1
    case inactive = 2
    /// Signed out everywhere, and cannot sign in.
    case banned = 3
}

/// What an account may do; granted by the operator, never by a request.
package enum Plan: Hashable, Sendable {
    case free
    /// Lasts until `expiresAt`, exclusive; what was added under it stays afterwards.
    case premium(expiresAt: Instant)

    /// Whether the limits of the free plan are lifted at this moment.
    package func isPremium(at now: Instant) -> Bool {
        switch self {
        case .free: false
        case .premium(let expiresAt): now < expiresAt
        }
    }
}

/// The stored form of a password, as the hashing library writes it; never the password.
package struct PasswordHash: Hashable, Sendable {
    package let text: String

    /// Wraps what the hashing library gave.
    package init(_ text: String) {
        self.text = text
    }
}
