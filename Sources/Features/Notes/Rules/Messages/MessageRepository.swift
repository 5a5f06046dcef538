package import AccountRules
package import Domain

/// Reads notes.
///
/// Pages come as encoded views: a note is stored in the form in which it goes to its viewer, so
/// that a page of history is a copy. The encoding is that of the contract (`notelet.v1`), and the
/// domain does not look inside.
package protocol MessageReading: AnyObject {
    /// The note that this user knows by this id, as receiver or as sender.
    func message(_ id: MessageID, of user: UserNumber) throws(DomainError) -> Message?

    /// The note that this user sent last.
    func lastSent(by user: UserNumber) throws(DomainError) -> SentMessage?

    /// Visits encoded `ReceivedMessage`s, newest first, from just before `place` (nil: the newest).
    ///
    /// The visitor gets bytes that are valid during the visit only, and says whether to go on.
    /// - Returns: The place of the last note visited if there are more, else nil.
    func visitReceived(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// Visits encoded `SentMessage`s as `visitReceived` does.
    func visitSent(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// Visits encoded `Message`s of one contact as `visitReceived` does: the viewer's own notes,
    /// and those of the other end that show their sender.
    func visitMessages(
        of user: UserNumber,
        through contact: ContactID,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// Whether the receiver blocked the sender by a note that disclosed as much as this one does.
    ///
    /// A block by an anonymous note stops anonymous notes alone: named ones that stop coming would
    /// tell whose the anonymous one was. So does a block by a named note stop named ones alone.
    func isBlocked(
        _ sender: UserNumber,
        by receiver: UserNumber,
        sending disclosure: Disclosure
    ) throws(DomainError) -> Bool
    /// The receiver's blocks, newest first.
    func blocks(of receiver: UserNumber) throws(DomainError) -> [Block]
    /// Looks through the notes of all people, in the views of senders and then in those of
    /// receivers, after `place`, for those that were sent before a moment; a damaged one is passed
    /// over.
    ///
    /// It looks at `recordCountMax` notes at most, and stops when it has found `foundCountMax`.
    func agedNotes(
        before moment: Instant,
        after place: NotePlace?,
        recordCountMax: Int,
        foundCountMax: Int
    ) throws(DomainError) -> AgedNotes
}

/// Writes notes.
package protocol MessageWriting: MessageReading {
    /// Stores a note for its receiver and its sender, and tells both feeds.
    ///
    /// - Returns: The sender's id of it.
    func deliver(_ message: NewMessage) throws(DomainError) -> MessageID
    /// Stores a note for its sender alone, who cannot tell that it does not arrive.
    ///
    /// - Returns: The sender's id of it.
    func keepUndelivered(_ message: NewMessage) throws(DomainError) -> MessageID
    /// Stores an anonymous note for its sender, and holds it back from its receiver until it is
    /// released; the sender cannot tell.
    ///
    /// - Returns: The sender's id of it.
    func hold(_ message: NewMessage) throws(DomainError) -> MessageID
    /// Notes that are held, in an order that nobody can tell from when they were sent.
    func heldNotes(countMax: Int) throws(DomainError) -> [HeldNote]
    /// Lets a note go on that was held, as from this moment.
    func release(
        _ note: HeldNote,
        _ fate: HeldNote.Fate,
        at now: Instant
    ) throws(DomainError)
    /// Stores the answer of a received note, and tells both feeds.
    ///
    /// - Returns: False when the user received no note of this id.
    func addAnswer(
        _ answer: Answer,
        to id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool
    /// Blocks whoever sent this received note; again is no change.
    ///
    /// - Returns: False when the user received no note of this id.
    func blockSender(
        of id: MessageID,
        receivedBy user: UserNumber,
        at now: Instant
    ) throws(DomainError) -> Bool
    /// Takes back the block that was made by this note, which may have been deleted since.
    ///
    /// - Returns: False when this user made no block by a note of this id.
    func unblockSender(
        of id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool
    /// Deletes a note from this user's view, and tells the user's feed; the view of the other
    /// person stays as it is, and so do blocks that the note made and reports about it.
    ///
    /// - Returns: False when the user knows no note by this id.
    func deleteMessage(_ id: MessageID, of user: UserNumber) throws(DomainError) -> Bool
    /// Deletes the note at a place as `deleteMessage` does.
    ///
    /// - Returns: False when no note is there.
    func deleteNote(at place: NotePlace) throws(DomainError) -> Bool
    /// Keeps a report for the operator, with a copy of the note's content; one report for a note,
    /// however often it is reported.
    ///
    /// - Returns: False when the user received no note of this id.
    func addReport(
        _ report: NewReport,
        about id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool
}

/// A note that has no ids yet.
package struct NewMessage: Sendable {
    /// Who wrote the note, account or guest; the receiver never learns this number.
    package let sender: UserNumber
    /// The account that the note is for.
    package let receiver: UserNumber
    /// What the sender wrote.
    package let content: Content
    /// Who the receiver is told it is from.
    package let shownSender: ShownSender
    /// The contact it goes through; nil when it goes through a link.
    package let contact: ContactID?
    /// The receiver's username at this moment, which the sender's record keeps.
    package let receiverName: String
    /// The exact moment of sending; the receiver's record keeps the minute.
    package let sentAt: Instant
    /// Whether it has a word that is not wanted, for which it does not arrive.
    package var hasUnwantedWord = false
    /// How exactly the receiver wants to be told when anonymous notes were sent.
    package var anonymousTimes = TimeGrain.minute

    /// When it was released, if it was held.
    package var releasedAt: Instant?

    /// When it was sent, or released, as the receiver is told.
    package var receivedAt: Instant {
        switch (shownSender, anonymousTimes) {
        case (.anonymous, .day): (releasedAt ?? sentAt).toTheDay
        default: (releasedAt ?? sentAt).toTheMinute
        }
    }

    /// The contact that the receiver is told it came through; nil for an anonymous note.
    package var shownContact: ContactID? { shownSender == .anonymous ? nil : contact }

    /// Gathers what a note begins with.
    package init(
        sender: UserNumber,
        receiver: UserNumber,
        content: Content,
        shownSender: ShownSender,
        contact: ContactID?,
        receiverName: String,
        sentAt: Instant
    ) {
        self.sender = sender
        self.receiver = receiver
        self.content = content
        self.shownSender = shownSender
        self.contact = contact
        self.receiverName = receiverName
        self.sentAt = sentAt
    }
}

/// A sender blocked by one of the notes that came from there.
package struct Block: Hashable, Sendable {
    /// The receiver's id of that note.
    package let message: MessageID
    /// When the receiver blocked the sender, exactly.
    package let blockedAt: Instant

    /// Creates a block.
    package init(message: MessageID, blockedAt: Instant) {
        self.message = message
        self.blockedAt = blockedAt
    }
}

/// What a receiver tells the operator about a note.
package struct NewReport: Hashable, Sendable {
    /// What is wrong with the note.
    package let reason: ReportReason
    /// What the receiver says beside the reason, at most 1,000 characters; empty when nothing.
    package let detail: String
    /// When the receiver reported the note, exactly.
    package let reportedAt: Instant

    /// Gathers a report.
    package init(reason: ReportReason, detail: String, reportedAt: Instant) {
        self.reason = reason
        self.detail = detail
        self.reportedAt = reportedAt
    }
}

/// What is wrong with a reported note.
package enum ReportReason: UInt8, CaseIterable, Sendable {
    /// It insults or pesters the receiver.
    case harassment = 1
    /// It is sexual, and unwelcome.
    case sexualContent = 2
    /// It threatens somebody.
    case threat = 3
    /// It advertises, or is one of many alike.
    case spam = 4
    /// It is about self-harm: the writer's own, or urged on the receiver.
    case selfHarm = 5
    /// None of the others fits; the detail says what it is.
    case other = 6
}
