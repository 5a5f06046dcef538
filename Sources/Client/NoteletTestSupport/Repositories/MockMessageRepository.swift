public import Foundation
public import NoteletInterface

/// Notes of which a test says what there are.
///
/// With notes to return its answers are those of a repository with these notes, and stay
/// so: changes are not remembered. A method of which a test wants something else gets a handler of
/// its own.
public final class MockMessageRepository: MessageRepositoryInterface {
    /// Calls of `sendMessage(_:)`.
    public let sendMessageCalls = FakeCall<Message, Message>("sendMessage(_:)")
    /// Calls of `fetchSentMessages(forUserId:)`.
    public let fetchSentMessagesCalls = FakeCall<UUID, [Message]>("fetchSentMessages(forUserId:)")
    /// Calls of `fetchReceivedMessages(forUserId:)`.
    public let fetchReceivedMessagesCalls = FakeCall<UUID, [Message]>(
        "fetchReceivedMessages(forUserId:)"
    )
    /// Calls of `fetchMessage(byId:)`.
    public let fetchMessageCalls = FakeCall<UUID, Message>("fetchMessage(byId:)")
    /// Calls of `fetchMessagesForContact(contactId:)`.
    public let fetchMessagesForContactCalls = FakeCall<UUID, [Message]>(
        "fetchMessagesForContact(contactId:)"
    )
    /// Calls of `answerMessage(messageId:answer:)`.
    public let answerMessageCalls = FakeCall<(messageId: UUID, answer: Answer), Message>(
        "answerMessage(messageId:answer:)"
    )
    /// Calls of `deleteMessage(byId:)`.
    public let deleteMessageCalls = FakeCall<UUID, Void>("deleteMessage(byId:)")

    /// Creates one that has handlers alone.
    public init() {}

    /// Creates one that has notes.
    ///
    /// - Parameter messagesToReturn: The notes.
    public init(messagesToReturn: [Message]) {
        answer(with: messagesToReturn)
    }

    /// Has every method answer as a repository with these notes would.
    ///
    /// - Parameter messages: The notes.
    public func answer(with messages: [Message]) {
        sendMessageCalls.handler = { $0 }
        fetchSentMessagesCalls.handler = { _ in messages.filter { $0.direction == .sent } }
        fetchReceivedMessagesCalls.handler = { _ in
            messages.filter { $0.direction == .received }
        }
        fetchMessageCalls.handler = { id in try messages.found(id) }
        fetchMessagesForContactCalls.handler = { id in messages.filter { $0.contactId == id } }
        answerMessageCalls.handler = { call in
            var message = try messages.found(call.messageId)
            guard message.answer == nil else {
                throw AppError.data(.conflict("This note has its answer already."))
            }
            message.answer = call.answer
            return message
        }
        deleteMessageCalls.handler = { id in _ = try messages.found(id) }
    }

    /// Whether a note was sent.
    public var sendMessageCalled: Bool { sendMessageCalls.wasCalled }

    /// Records the call, and gives the note of the handler.
    public func sendMessage(_ message: Message) async throws -> Message {
        try await sendMessageCalls(message)
    }

    /// Records the call, and gives the notes of the handler.
    public func fetchSentMessages(forUserId userId: UUID) async throws -> [Message] {
        try await fetchSentMessagesCalls(userId)
    }

    /// Records the call, and gives the notes of the handler.
    public func fetchReceivedMessages(forUserId userId: UUID) async throws -> [Message] {
        try await fetchReceivedMessagesCalls(userId)
    }

    /// Records the call, and gives the note of the handler.
    public func fetchMessage(byId id: UUID) async throws -> Message {
        try await fetchMessageCalls(id)
    }

    /// Records the call, and gives the notes of the handler.
    public func fetchMessagesForContact(contactId: UUID) async throws -> [Message] {
        try await fetchMessagesForContactCalls(contactId)
    }

    /// Records the call, and gives the note of the handler.
    public func answerMessage(messageId: UUID, answer: Answer) async throws -> Message {
        try await answerMessageCalls((messageId, answer))
    }

    /// Records the call, and does what the handler does.
    public func deleteMessage(byId id: UUID) async throws {
        try await deleteMessageCalls(id)
    }
}
