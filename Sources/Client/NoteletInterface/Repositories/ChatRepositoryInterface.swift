public import Foundation

/// Reads what is said about orders, and says something.
public protocol ChatRepositoryInterface: Sendable {
    /// What was said about an order, the newest first, page by page: 1 to 500 a page.
    func messagePages(orderId: UUID, pageSize: Int) -> Pages<ChatMessage>
    /// Says something to all who talk about an order, once for each `clientId`.
    ///
    /// - Throws: `AppError`, with the refusal NOT_IN_CHANNEL where the account is none of them.
    func send(_ text: String, orderId: UUID, clientId: UUID) async throws -> ChatMessage
    /// Says up to which message the account has read; it never goes back.
    ///
    /// - Throws: `AppError`.
    func markRead(upTo number: UInt64, orderId: UUID) async throws -> ChatMarks
}

/// What is said about orders, as screens observe it.
public protocol ObservableChatRepositoryInterface: ChatRepositoryInterface {
    /// The last messages about an order now, the newest first, and again after each change. Each is
    /// there once, also one that waits to be sent and comes back when it was.
    ///
    /// Who is slow misses what was in between, never what is last.
    func observeMessages(orderId: UUID, countMax: Int) -> AsyncStream<[ChatMessage]>
    /// Up to which message those have read who talk about an order, and again after each change.
    func observeMarks(orderId: UUID) -> AsyncStream<ChatMarks>
}
