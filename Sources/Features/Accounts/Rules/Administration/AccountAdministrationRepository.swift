package import Domain

/// Reads what only an operator asks for about people.
package protocol AccountAdministrationReading: AnyObject {
    /// Whether a number is that of a guest who is there: who has a session or has sent notes.
    func isGuest(_ number: UserNumber) throws(DomainError) -> Bool
    /// Visits accounts in the order in which they were opened, after one of them (nil: the first).
    ///
    /// - Returns: The account to go on after; nil once there is none.
    func visitAccounts(
        after user: UserNumber?,
        limit: Int,
        _ visit: (User) -> PageStep
    ) throws(DomainError) -> UserNumber?
    /// How much an account has; what is more than `countMax` is not counted.
    func holdings(of user: UserNumber, countMax: Int) throws(DomainError) -> AccountHoldings
}

/// Writes what only an operator changes about people, and what is recorded of any operator's act.
package protocol AccountAdministrationWriting: AccountAdministrationReading {
    /// Adds an entry to the audit log, which only grows.
    func record(_ entry: AuditEntry) throws(DomainError)
    /// Keeps an account or guest from being let in, and ends its streams; again is no change.
    ///
    /// Of an account nothing changes that is shown to anybody.
    func ban(_ user: UserNumber, at now: Instant) throws(DomainError)
    /// Takes a ban back, if there is one.
    func liftBan(of user: UserNumber) throws(DomainError)
}

/// How much an account has; a count that reached the limit of counting may be more.
///
/// What it sent is left out: whoever watched that count could tell who sent a note.
package struct AccountHoldings: Equatable, Sendable {
    /// Log-ins that have not ended.
    package let sessions: Int
    /// People it keeps.
    package let contacts: Int
    /// Notes that it received and has.
    package let receivedNotes: Int
    /// Senders that it blocked.
    package let blocks: Int

    /// Gathers the counts.
    package init(sessions: Int, contacts: Int, receivedNotes: Int, blocks: Int) {
        self.sessions = sessions
        self.contacts = contacts
        self.receivedNotes = receivedNotes
        self.blocks = blocks
    }
}
