/// Reads what only an operator asks for.
///
/// Nothing here but `sender(of:)`, `reportedSender(of:)` and `senderNumber(of:)` tells who sent an
/// anonymous note. What the first two are asked for is recorded; what the last one says is shown to
/// nobody.
package protocol AdministrationReading: AnyObject {
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

    /// Visits reports, newest first, before one of them (nil: the newest).
    ///
    /// - Returns: The report to go on before; nil once there is none.
    func visitReports(
        before number: UInt64?,
        limit: Int,
        _ visit: (Report) -> PageStep
    ) throws(DomainError) -> UInt64?
    /// The report of this number.
    func report(_ number: UInt64) throws(DomainError) -> Report?

    /// Visits facts of one kind from a place on (nil: the first), in no order that means anything.
    ///
    /// - Returns: The place to go on from; nil once there is none.
    func visitFacts(
        _ kind: FactKind,
        after place: FactPlace?,
        limit: Int,
        _ visit: (Fact) -> Void
    ) throws(DomainError) -> FactPlace?

    /// How much was sent by each door, as far as that was written.
    func doorSums() throws(DomainError) -> DoorSums

    /// Who sent the note that its receiver knows by this id; nil if there is no such note.
    func sender(of note: MessageID, receivedBy user: UserNumber) throws(DomainError) -> NoteSender?
    /// Who sent a reported note; nil if there is no such report.
    func reportedSender(of report: UInt64) throws(DomainError) -> NoteSender?
    /// Who sent a note, for what is done to them unseen: the first nil is that there is no such
    /// note or report, the second that the sender is gone.
    func senderNumber(of note: NoteReference) throws(DomainError) -> UserNumber??
    /// Who received a note, and the receiver's id of it; nil if there is no such note or report.
    ///
    /// The note of a report may be gone.
    func receivedNote(
        _ note: NoteReference
    ) throws(DomainError) -> (receiver: UserNumber, id: MessageID)?
}

/// Writes what only an operator changes.
package protocol AdministrationWriting: AdministrationReading {
    /// Adds an entry to the audit log, which only grows.
    func record(_ entry: AuditEntry) throws(DomainError)
    /// Keeps how a report was dealt with, in place of what was said before.
    ///
    /// - Returns: False when there is no such report.
    func resolve(_ report: UInt64, _ resolution: ReportResolution) throws(DomainError) -> Bool
    /// Keeps an account or guest from being let in, and ends its streams; again is no change.
    ///
    /// Of an account nothing changes that is shown to anybody.
    func ban(_ user: UserNumber, at now: Instant) throws(DomainError)
    /// Takes a ban back, if there is one.
    func liftBan(of user: UserNumber) throws(DomainError)
    /// Adds to what was sent by each door.
    func add(_ sums: DoorSums) throws(DomainError)
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

/// Who sent a note, as an operator is told who asked for it and was recorded.
package enum NoteSender: Hashable, Sendable {
    /// Somebody with an account, of this id and name.
    case account(UserID, Username)
    /// A guest of this id.
    case guest(UserID)
    /// Somebody whose account is gone, and with it the way there.
    case gone
}
