public import Foundation

/// Reads, sends and answers notes of who is signed in.
public protocol MessageRepositoryInterface: Sendable {
    /// Sends a note to the contact or to the link that it names; the service gives it its id and
    /// its moment.
    ///
    /// The note's id names the intention: sent again with the same id, it is sent once.
    ///
    /// - Throws: `AppError`.
    func sendMessage(_ message: Message) async throws -> Message
    /// The notes that an account has sent.
    ///
    /// - Throws: `AppError`.
    func fetchSentMessages(forUserId userId: UUID) async throws -> [Message]
    /// The notes that an account has received.
    ///
    /// - Throws: `AppError`.
    func fetchReceivedMessages(forUserId userId: UUID) async throws -> [Message]
    /// The note of an id.
    ///
    /// - Throws: `AppError`.
    func fetchMessage(byId id: UUID) async throws -> Message
    /// The notes to and from a contact.
    ///
    /// - Throws: `AppError`.
    func fetchMessagesForContact(contactId: UUID) async throws -> [Message]
    /// Answers a note, which can be done once; the answer's id names the intention.
    ///
    /// - Throws: `AppError`.
    func answerMessage(messageId: UUID, answer: Answer) async throws -> Message

    /// Deletes a note from the account's own view; the other person notices nothing.
    ///
    /// - Throws: `AppError`.
    func deleteMessage(byId id: UUID) async throws
}

/// Notes that screens observe.
public protocol ObservableMessageRepositoryInterface: MessageRepositoryInterface {
    /// Notes of a kind, the newest first, page by page.
    ///
    /// - Parameters:
    ///   - type: Which ones.
    ///   - pageSize: 1 to 500 notes a page.
    /// - Returns: The pages.
    func messagePages(_ type: HistoryType, pageSize: Int) -> Pages<Message>

    /// The newest notes of a kind now, and again after each change.
    ///
    /// The stream begins with the notes that are there, and never fails; who is slow misses what
    /// was in between, never what is last. To let go of it is to end it.
    ///
    /// - Parameters:
    ///   - type: Which ones.
    ///   - countMax: How many of them, such as what has been scrolled to.
    /// - Returns: The stream.
    func observeMessages(_ type: HistoryType, countMax: Int) -> AsyncStream<[Message]>

    /// A note now, and again after each change; nil while there is none.
    func observeMessage(byId id: UUID) -> AsyncStream<Message?>
}
