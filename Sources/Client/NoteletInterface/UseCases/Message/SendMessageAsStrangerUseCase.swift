public import Foundation

/// Sends a note to whoever a personal link belongs to, as somebody who has no account.
public struct SendMessageAsStrangerUseCase: Sendable {
    private let ticketRepository: any TicketRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - ticketRepository: Sends notes of strangers.
    ///   - dateClient: Tells the present moment.
    public init(
        ticketRepository: any TicketRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.ticketRepository = ticketRepository
        self.dateClient = dateClient
    }

    /// Sends a note, which is anonymous.
    ///
    /// - Parameters:
    ///   - link: The link's token, or its url.
    ///   - content: What the note says.
    ///   - intention: What names the intention; the same again where it is repeated, which gives
    ///     the same ticket.
    /// - Returns: What the answer is read with.
    /// - Throws: `AppError`.
    public func execute(
        link: String,
        content: String,
        intention: UUID = UUID()
    ) async throws -> ReplyTicket {
        let message = Message(
            id: intention,
            direction: .sent,
            link: link,
            content: content,
            isAnonymous: true,
            sentAt: dateClient.now()
        )
        return try await ticketRepository.sendMessage(message)
    }
}
