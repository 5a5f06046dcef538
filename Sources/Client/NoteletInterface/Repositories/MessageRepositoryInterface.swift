public import Foundation

/// Reads, sends and answers notes of who is signed in.
public protocol MessageRepositoryInterface: Sendable {
    /// Sends a note to the contact that it names; the service gives it its id and its moment.
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
    /// Answers a note, which can be done once.
    ///
    /// - Throws: `AppError`.
    func answerMessage(messageId: UUID, answer: Answer) async throws -> Message
}
