package import Domain

/// Reads accounts and guests.
package protocol AccountReading: AnyObject {
    /// The account of this number; nil for a guest, and once it was deleted.
    func user(_ number: UserNumber) throws(DomainError) -> User?
    /// What sending needs to know of this account; nil as with `user`.
    ///
    /// Every note asks for it, and it costs a fraction of what the whole account does.
    func correspondent(_ number: UserNumber) throws(DomainError) -> Correspondent?
    /// The account with this username; compares folded forms, canonically equivalent ones as equal.
    func userNumber(named username: Username) throws(DomainError) -> UserNumber?
    /// The account with this e-mail address; compares as for usernames.
    func userNumber(withEmail email: EmailAddress) throws(DomainError) -> UserNumber?
    /// The owner of a live link.
    func userNumber(behind link: LinkToken) throws(DomainError) -> UserNumber?
    /// The code for a new password that has this digest, used or over as it may be.
    func pendingReset(_ digest: [UInt8]) throws(DomainError) -> PendingReset?
    /// The id by which the outside knows an account or guest.
    func userID(of number: UserNumber) -> UserID
    /// The account or guest of this id; nil for an id that was never given out.
    func userNumber(of id: UserID) -> UserNumber?
}

/// Writes accounts and guests.
package protocol AccountWriting: AccountReading {
    /// A number that no account and no guest had before.
    func makeUserNumber() throws(DomainError) -> UserNumber
    /// Stores a new account and its unique entries, and tells its feed.
    func add(_ user: User) throws(DomainError)
    /// Stores a changed account, moves its unique entries, and tells its feed.
    func update(_ user: User) throws(DomainError)
    /// Stores a changed account without telling its feed: for what is not part of the profile.
    func updateQuietly(_ user: User) throws(DomainError)
    /// Keeps a code for a new password.
    func put(_ reset: PendingReset) throws(DomainError)
    /// Forgets the codes of an account, and those of others that were over by a moment.
    func deletePendingResets(of user: UserNumber, expiredAt now: Instant) throws(DomainError)
    /// Takes an account or guest out of sight, with its unique entries and sessions, and leaves the
    /// order to erase its records, and a mark by which no backup brings it back.
    func remove(_ number: UserNumber, at now: Instant) throws(DomainError)
}
