public import NoteletInterface

/// Notes of strangers, of which a test says what comes of them.
public final class MockTicketRepository: TicketRepositoryInterface {
    /// Calls of `sendMessage(_:)`.
    public let sendMessageCalls = FakeCall<Message, ReplyTicket>("sendMessage(_:)")
    /// Calls of `fetchAnswer(for:)`.
    public let fetchAnswerCalls = FakeCall<ReplyTicket, Answer?>("fetchAnswer(for:)")

    /// Creates one that has handlers alone.
    public init() {}

    /// Creates one whose notes get a ticket and an answer.
    ///
    /// - Parameters:
    ///   - ticketToReturn: The ticket.
    ///   - answer: The answer; nil for none.
    public init(ticketToReturn: ReplyTicket, answer: Answer? = nil) {
        sendMessageCalls.handler = { _ in ticketToReturn }
        fetchAnswerCalls.handler = { _ in answer }
    }

    /// Records the call, and gives the ticket of the handler.
    public func sendMessage(_ message: Message) async throws -> ReplyTicket {
        try await sendMessageCalls(message)
    }

    /// Records the call, and gives the answer of the handler.
    public func fetchAnswer(for ticket: ReplyTicket) async throws -> Answer? {
        try await fetchAnswerCalls(ticket)
    }
}
