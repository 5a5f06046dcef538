public import Foundation
public import NoteletInterface

/// Notes of which a test says what there are.
///
/// With notes to return its answers are those of a repository with these notes, and stay
/// so: changes are not remembered. A method of which a test wants something else gets a handler of
/// its own.
public final class MockMessageRepository: ObservableMessageRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (type: HistoryType, cursor: PageCursor?, pageSize: Int)
    /// What is observed.
    public typealias Observation = (type: HistoryType, countMax: Int)

    /// What observers see those of that they asked for; to set its value is to tell it.
    public let messages = FakeStream<[Message]>([])
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
    /// Each page that `messagePages(_:pageSize:)` is asked for.
    public let messagePageCalls = FakeCall<PageCall, ListPage<Message>>("messagePages(_:pageSize:)")
    /// Calls of `observeMessages(_:countMax:)`, which needs no handler.
    public let observeMessagesCalls = FakeCall<Observation, Void>("observeMessages(_:countMax:)")

    /// Creates one that has handlers alone, and shows observers no notes.
    public init() {}

    /// Creates one that has notes.
    ///
    /// - Parameter messagesToReturn: The notes.
    public init(messagesToReturn: [Message]) {
        answer(with: messagesToReturn)
    }

    /// Has every method answer as a repository with these notes would, and tells observers of them.
    ///
    /// - Parameter messages: The notes.
    public func answer(with messages: [Message]) {
        self.messages.value = messages
        sendMessageCalls.handler = { $0 }
        fetchSentMessagesCalls.handler = { _ in messages.of(.sent) }
        fetchReceivedMessagesCalls.handler = { _ in messages.of(.received) }
        fetchMessageCalls.handler = { id in try messages.found(id) }
        fetchMessagesForContactCalls.handler = { id in messages.of(.forContact(id)) }
        answerMessageCalls.handler = { call in
            var message = try messages.found(call.messageId)
            guard message.answer == nil else {
                throw AppError.data(.conflict("This note has its answer already."))
            }
            message.answer = call.answer
            return message
        }
        deleteMessageCalls.handler = { id in _ = try messages.found(id) }
        messagePageCalls.handler = { call in
            ListPage(of: messages.newest(call.type), at: call.cursor, size: call.pageSize)
        }
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

    /// Records each page that is asked for, and gives that of the handler.
    public func messagePages(_ type: HistoryType, pageSize: Int) -> Pages<Message> {
        Pages { [messagePageCalls] cursor in
            try await messagePageCalls((type, cursor, pageSize))
        }
    }

    /// Records the call, and gives those of the notes that there are now, and at each change that
    /// the test makes.
    public func observeMessages(_ type: HistoryType, countMax: Int) -> AsyncStream<[Message]> {
        observeMessagesCalls.record((type, countMax))
        return messages.makeStream { Array($0.newest(type).prefix(countMax)) }
    }

    /// Gives the note as it is now, and at each change that the test makes.
    public func observeMessage(byId id: UUID) -> AsyncStream<Message?> {
        messages.makeStream { messages in messages.first { $0.id == id } }
    }
}

extension [Message] {
    /// Those of a kind.
    fileprivate func of(_ type: HistoryType) -> [Message] {
        filter { message in
            switch type {
            case .sent: message.direction == .sent
            case .received: message.direction == .received
            case .forContact(let id): message.contactId == id
            }
        }
    }

    /// Those of a kind, the newest first.
    fileprivate func newest(_ type: HistoryType) -> [Message] {
        of(type).sorted { $0.sentAt > $1.sentAt }
    }
}
