package import AccountRules
package import Domain

/// Reads the answer to a note by its ticket.
package struct ReadReply: Sendable {
    private let check: CheckTicket

    /// What the holder of a ticket learns: nothing but this.
    package struct Reply: Equatable, Sendable {
        /// The answer, its time to the minute; nil while there is none.
        package let answer: Answer?
        /// When the ticket ends.
        package let expiresAt: Instant
    }

    /// Reads a ticket.
    ///
    /// - Throws: `ticketNotFound` where it is none.
    package init(ticket: String) throws(DomainError) {
        check = try CheckTicket(ticket)
    }

    /// Looks the note of the ticket up.
    ///
    /// - Throws: `ticketNotFound` as well where the note is gone, by its age or with its receiver.
    package func run(
        in store: any SessionReading & MessageReading,
        _ context: Context
    ) throws(DomainError) -> Reply {
        let (guest, expiresAt) = try check.run(in: store, context)
        guard let note = try store.lastSent(by: guest) else { throw .refused(.ticketNotFound) }
        return Reply(answer: note.answer, expiresAt: expiresAt)
    }
}
