internal import Foundation
internal import NoteletClient
public import NoteletInterface

/// Sends notes of strangers to the service, and asks it for the answers.
public struct RemoteTicketRepository: TicketRepositoryInterface {
    let caller: RemoteCaller

    /// Sends a note to a link under the key of its id; one that shows its sender, or goes to a
    /// contact, is no stranger's.
    public func sendMessage(_ message: NoteletInterface.Message) async throws -> ReplyTicket {
        guard message.contactId == nil, message.isAnonymous, let link = message.link else {
            throw AppError.data(.validation("A stranger's note is anonymous, and goes to a link."))
        }
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.sendAsStranger(
                message.content,
                toLink: link,
                idempotencyKey: .of(message.id)
            )
        }
        guard !response.replyTicket.isEmpty else { throw AppError.network(.unknown) }
        return ReplyTicket(
            messageId: try UUID(required: response.messageID),
            token: response.replyTicket,
            expiresAt: response.ticketExpiresAt?.date ?? .distantFuture
        )
    }

    /// Asks for the answer.
    ///
    /// A stranger is told no id of it: it has the note's, to which there is one answer.
    public func fetchAnswer(for ticket: ReplyTicket) async throws -> NoteletInterface.Answer? {
        let reply = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.reply(toTicket: ticket.token)
        }
        return reply.answer.map { answer in
            Answer(
                id: ticket.messageId,
                messageId: ticket.messageId,
                content: answer.content,
                answeredAt: answer.answeredAt?.date ?? .distantPast
            )
        }
    }
}
