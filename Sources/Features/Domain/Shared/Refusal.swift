/// A rule's no, with the facts that the caller needs to understand it.
///
/// The words for people live in the catalogue of the wire contract, one entry for each case.
package enum Refusal: Hashable, Sendable {
    /// A value is missing, malformed or out of bounds;
    /// `expected` says in English what would be right.
    case invalidValue(field: String, expected: String)
    /// The cursor is not one of the list it was handed to.
    case invalidCursor
    /// The idempotency key was used before with another request.
    case idempotencyKeyReused

    /// The token is missing, unknown, expired or revoked.
    case notAuthenticated
    /// E-mail or password is wrong; which of them is not said.
    case wrongCredentials
    /// Another account has this username, regardless of case.
    case usernameTaken
    /// Another account has this e-mail address, regardless of case.
    case emailTaken
    /// A guest asked for something that needs an account.
    case accountRequired
    /// The account is banned or inactive.
    case accountNotActive
    /// The password is easy to guess; `expected` says in English what would be right.
    case weakPassword(expected: String)
    /// There is no account of the name, address or id that an operator gave.
    case userNotFound
    /// The code for a new password is wrong, was used, or is over; which of them is not said.
    case resetCodeInvalid

    /// The link was never given out, was rotated or switched off, or its owner is gone.
    case linkNotFound
    /// The owner of the link takes notes from signed-in people only.
    case signInToWrite

    /// The plan allows no further contact.
    case contactLimitReached(limit: Int)
    /// The owner has another contact of this name.
    case duplicateContactName
    /// The contact is too young to be deleted.
    case contactLocked(remainingDays: Int)
    /// There is no such contact, or it is not the caller's to see.
    case contactNotFound
    /// The contact stands for no user, so nothing can be sent to it.
    case contactNotLinked

    /// There is no such note, or it is not the caller's to see.
    case messageNotFound
    /// The note has its one answer.
    case alreadyAnswered
    /// Only the receiver of a note may do this, and the caller is its sender.
    case notReceiver
    /// The link belongs to the caller.
    case ownLink
    /// A guest has no name that could be shown.
    case guestHasNoName

    /// More senders are blocked than the limit allows.
    case blockLimitReached(limit: Int)
    /// There are more unwanted words than the limit allows.
    case wordLimitReached(limit: Int)

    /// There is no report of the number that an operator gave.
    case reportNotFound

    /// This was done too often lately, by the caller or from where the caller is.
    case rateLimited(retryAfterSeconds: Int)
    /// The account is spoken for by as many connections as it may be.
    case tooManyConnections(limit: Int)
    /// The watch made room for a newer stream of its connection, which may have so many.
    case watchReplaced(limit: Int)
}

/// Why a use case did not happen; in each case it left no trace.
package enum DomainError: Error, Equatable {
    /// A rule says no; the caller is told which, and what would be right.
    case refused(Refusal)
    /// A stored record is damaged; the text names its kind for the operator and holds no content.
    case dataLoss(String)
    /// The store has no room for the write; reading goes on.
    case storeFull
    /// The store can take no more work at this moment; the text says why.
    case storeUnavailable(String)
}
