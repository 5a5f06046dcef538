/// Sends notes of strangers, and reads by a ticket what was answered to them.
public protocol TicketRepositoryInterface: Sendable {
    /// Sends a note to the link that it names as somebody who has no account, whoever is signed in;
    /// the note's id names the intention.
    ///
    /// - Throws: `AppError`.
    func sendMessage(_ message: Message) async throws -> ReplyTicket
    /// The answer to the note of a ticket; nil until there is one.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where the ticket is none, or no longer.
    func fetchAnswer(for ticket: ReplyTicket) async throws -> Answer?
}
