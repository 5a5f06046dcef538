public import Foundation
public import NoteletInterface

/// Messages about orders of which a test says what there are.
public final class MockChatRepository: ObservableChatRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (orderId: UUID, cursor: PageCursor?, pageSize: Int)
    /// What a call that says something is given.
    public typealias Saying = (text: String, orderId: UUID, clientId: UUID)
    /// What a call that marks messages as read is given.
    public typealias Mark = (number: UInt64, orderId: UUID)

    /// What observers of any order see, the newest first; to set its value is to tell it.
    public let messages: FakeStream<[ChatMessage]>
    /// Up to where observers of any order see that all have read; to set its value is to tell it.
    public let marks = FakeStream(ChatMarks(own: 0, others: [:]))
    /// Each page that `messagePages(orderId:pageSize:)` is asked for.
    public let messagePageCalls = FakeCall<PageCall, ListPage<ChatMessage>>(
        "messagePages(orderId:pageSize:)"
    )
    /// Calls of `send(_:orderId:clientId:)`.
    public let sendCalls = FakeCall<Saying, ChatMessage>("send(_:orderId:clientId:)")
    /// Calls of `markRead(upTo:orderId:)`.
    public let markReadCalls = FakeCall<Mark, ChatMarks>("markRead(upTo:orderId:)")

    /// Creates one that has handlers alone, and shows observers no messages.
    public init() {
        messages = FakeStream([])
    }

    /// Creates one that has messages, and stays so: what is said is in the answer alone.
    ///
    /// - Parameter messagesToReturn: The messages, the newest first.
    public init(messagesToReturn: [ChatMessage]) {
        messages = FakeStream(messagesToReturn)
        messagePageCalls.handler = { call in
            let messages = messagesToReturn.filter { $0.orderId == call.orderId }
            return ListPage(of: messages, at: call.cursor, size: call.pageSize)
        }
        sendCalls.handler = { call in
            ChatMessage(
                id: (messagesToReturn.map(\.id).max() ?? 0) + 1,
                orderId: call.orderId,
                role: .agent,
                text: call.text,
                sentAt: FakeClock.start,
                clientId: call.clientId,
                isOwn: true
            )
        }
        markReadCalls.handler = { call in ChatMarks(own: call.number, others: [:]) }
    }

    /// Records each page that is asked for, and gives that of the handler.
    public func messagePages(orderId: UUID, pageSize: Int) -> Pages<ChatMessage> {
        Pages { [messagePageCalls] cursor in
            try await messagePageCalls((orderId, cursor, pageSize))
        }
    }

    /// Records the call, and gives what the handler gives.
    public func send(_ text: String, orderId: UUID, clientId: UUID) async throws -> ChatMessage {
        try await sendCalls((text, orderId, clientId))
    }

    /// Records the call, and gives what the handler gives.
    public func markRead(upTo number: UInt64, orderId: UUID) async throws -> ChatMarks {
        try await markReadCalls((number, orderId))
    }

    /// Gives the last ones of the order that there are now, and each change that the test makes.
    public func observeMessages(orderId: UUID, countMax: Int) -> AsyncStream<[ChatMessage]> {
        messages.makeStream(of: { messages in
            Array(messages.filter { $0.orderId == orderId }.prefix(countMax))
        })
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeMarks(orderId: UUID) -> AsyncStream<ChatMarks> { marks.makeStream() }
}
