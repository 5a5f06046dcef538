package import AccountRules
package import Domain

/// A received note as an operator names it, who need not know whose it is.
package enum NoteReference: Hashable, Sendable {
    /// The note of a report.
    case report(UInt64)
    /// By its receiver's id.
    case received(MessageID)

    /// The note as the audit log names it.
    var name: String {
        switch self {
        case .report(let number): "\(number)"
        case .received(let id): id.opaque.uuid
        }
    }

    /// What is thrown where there is no such note or report.
    fileprivate var notFound: DomainError {
        switch self {
        case .report: .refused(.reportNotFound)
        case .received: .refused(.messageNotFound)
        }
    }
}

/// Removes a note from its receiver's view, as the receiver could: the operator's act.
///
/// The receiver's copies learn of it by their feed. The sender's view stays as it is, and so do
/// reports of the note, with what it said.
package struct RemoveNote: Sendable {
    /// The note that is removed.
    package let note: NoteReference
    /// Why, 1 to 1,000 characters, for the audit log.
    package let reason: String

    /// Checks and gathers the order.
    ///
    /// - Throws: `invalidValue` of `reason`.
    package init(_ note: NoteReference, reason: String) throws(DomainError) {
        self.note = note
        guard !reason.isEmpty else { throw .invalid("reason", "why the note is removed") }
        self.reason = try ShortText.checked(
            reason,
            field: "reason",
            charactersMax: DomainLimits.reportDetailCharactersMax
        )
    }

    /// Removes the note, and records it with its reason.
    ///
    /// - Throws: `reportNotFound`, and `messageNotFound` also of a note that is there no more.
    package func run(
        in store: any AccountAdministrationWriting & MessageWriting & NoteAdministrationReading,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        guard let (receiver, id) = try store.receivedNote(note) else { throw note.notFound }
        guard try store.deleteMessage(id, of: receiver) else { throw .refused(.messageNotFound) }
        try store.record(person, "note remove \(note.name) --reason '\(reason)'", context)
    }
}

/// Bans whoever sent a note, or takes that back, and shows nobody who it is: the operator's act.
///
/// It works alike for accounts, guests, and senders who are gone. Who is banned so cannot sign in,
/// and their sessions are worth nothing; nothing that others see of them changes, neither their
/// link nor what operators are shown, for that would tell whose the note was.
package struct BanSender: Sendable {
    /// The note whose sender is banned or not.
    package let note: NoteReference
    /// What becomes of the sender.
    package let change: Change

    /// What can become of the sender.
    package enum Change: Hashable, Sendable {
        /// Is let in no more.
        case ban
        /// Is let in again.
        case unban
    }

    /// Names the note, and what becomes of its sender.
    package init(_ note: NoteReference, _ change: Change) {
        self.note = note
        self.change = change
    }

    /// Stores it, and records it; again is no change.
    ///
    /// - Throws: `reportNotFound`, `messageNotFound`.
    package func run(
        in store: any AccountAdministrationWriting & MessageWriting & NoteAdministrationReading,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let sender = try store.sender(ofNote: note)
        switch change {
        case .ban:
            if let sender { try store.ban(sender, at: context.now) }
            try store.record(person, "note ban-sender \(note.name)", context)
        case .unban:
            if let sender { try store.liftBan(of: sender) }
            try store.record(person, "note unban-sender \(note.name)", context)
        }
    }
}

extension NoteAdministrationReading {
    /// Who sent a note, for what is done to whom nobody is shown; nil once the sender is gone.
    ///
    /// - Throws: `reportNotFound`, `messageNotFound`.
    fileprivate func sender(ofNote note: NoteReference) throws(DomainError) -> UserNumber? {
        guard let sender = try senderNumber(of: note) else { throw note.notFound }
        return sender
    }
}
