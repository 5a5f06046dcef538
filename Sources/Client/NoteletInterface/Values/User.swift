public import Foundation

/// An account, as its owner sees it.
public struct User: Hashable, Identifiable, Sendable {
    /// The id of the account.
    public let id: UUID
    /// The name by which others find the account.
    public var username: String
    /// The address that the account signs in with; empty where the account is another's.
    public var email: String
    /// Where the picture of the account is; nil where there is none.
    public var profileImageURL: URL?
    /// By what others write to the account; nil while it is switched off.
    public var personalLink: PersonalLink?
    /// What the account may do.
    public var plan: Plan
    /// When the account was opened.
    public let createdAt: Date
    /// Whether the service has the account as it is here.
    public var writeState: WriteState

    /// Creates an account's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the account.
    ///   - username: The name by which others find it.
    ///   - email: The address that it signs in with.
    ///   - profileImageURL: Where its picture is.
    ///   - personalLink: By what others write to it; nil while it is switched off.
    ///   - plan: What it may do.
    ///   - createdAt: When it was opened.
    ///   - writeState: Whether the service has it so.
    public init(
        id: UUID,
        username: String,
        email: String,
        profileImageURL: URL? = nil,
        personalLink: PersonalLink?,
        plan: Plan = .free,
        createdAt: Date,
        writeState: WriteState = .saved
    ) {
        self.id = id
        self.username = username
        self.email = email
        self.profileImageURL = profileImageURL
        self.personalLink = personalLink
        self.plan = plan
        self.createdAt = createdAt
        self.writeState = writeState
    }

    /// How the account is called on a screen.
    public var displayName: String { username }
}

/// What an account may do.
public enum Plan: Hashable, Sendable {
    /// A few contacts.
    case free
    /// Contacts without limit; until a moment, exclusive, or for ever where it is nil.
    case premium(until: Date?)

    /// Whether the limits of a free account do not count.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: True until the plan ends.
    public func isPremium(at now: Date) -> Bool {
        switch self {
        case .free: false
        case .premium(let end): end.map { now < $0 } ?? true
        }
    }
}
