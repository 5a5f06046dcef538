package import Domain

/// An account.
package struct User: Equatable, Sendable {
    /// The account's name inside the server, which never leaves it.
    package let number: UserNumber
    /// The account's name for the outside, fixed for its life.
    package let id: UserID
    /// The name by which others see the account; unique without regard to case.
    package var username: Username
    /// The address to sign in with, which no other user sees; unique without regard to case.
    package var email: EmailAddress
    /// The Argon2id hash of the password, which no reply and no export shows.
    package var passwordHash: PasswordHash
    /// Where the picture lies that everybody with the link sees; nil when there is none.
    package var profileImageURL: ImageURL?
    /// The link's token; nil while the link is switched off.
    package var linkToken: LinkToken?
    /// Who may write through the link: anyone, until the owner says otherwise.
    package var senderPolicy: SenderPolicy
    /// How exactly the account is told when anonymous notes were sent: to the minute, until the
    /// owner says otherwise.
    package var anonymousTimes: TimeGrain
    /// What the account may do, which only the operator changes.
    package var plan: Plan
    /// Whether the account may act; one that may not is signed out and gets no notes.
    package var status: AccountStatus
    /// When the account was opened.
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
        anonymousTimes: TimeGrain = .minute,
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
        self.anonymousTimes = anonymousTimes
        self.plan = plan
        self.status = status
        self.createdAt = createdAt
    }

    /// The name under which other people see this user.
    package var displayName: String { username.text }

    /// Whether the plan lifts the limits of the free one at this moment.
    package func isPremium(at now: Instant) -> Bool { plan.isPremium(at: now) }
}

/// Whether an account may act; the two that may not differ in why, and who is told.
package enum AccountStatus: UInt8, CaseIterable, Sendable {
    /// May sign in, write and be written to.
    case active = 1
    /// Put to rest by the operator, such as at its owner's wish: signed out everywhere, cannot sign
    /// in, and gets no notes. What it has stays.
    case inactive = 2
    /// Shut out by the operator for what it did; the rest is as with `inactive`.
    case banned = 3
}

/// What an account may do; granted by the operator, never by a request.
package enum Plan: Hashable, Sendable {
    /// Allows `ContactLimit.maxFreeContacts` contacts, and has no end.
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
    /// The salt, the costs and the hash in one line of text, from which a password can be checked.
    package let text: String

    /// Wraps what the hashing library gave.
    package init(_ text: String) {
        self.text = text
    }
}
