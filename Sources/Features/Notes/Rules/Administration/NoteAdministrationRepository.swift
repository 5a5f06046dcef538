package import AccountRules
package import Domain

/// Reads what only an operator asks for about notes.
///
/// Nothing here but `sender(of:)`, `reportedSender(of:)` and `senderNumber(of:)` tells who sent an
/// anonymous note. What the first two are asked for is recorded; what the last one says is shown to
/// nobody.
package protocol NoteAdministrationReading: AnyObject {
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

/// Writes what only an operator changes about notes.
package protocol NoteAdministrationWriting: NoteAdministrationReading {
    /// Keeps how a report was dealt with, in place of what was said before.
    ///
    /// - Returns: False when there is no such report.
    func resolve(_ report: UInt64, _ resolution: ReportResolution) throws(DomainError) -> Bool
    /// Adds to what was sent by each door.
    func add(_ sums: DoorSums) throws(DomainError)
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
