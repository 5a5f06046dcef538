public import Foundation

/// Answers a note.
public struct AnswerMessageUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - messageRepository: Has the notes.
    ///   - dateClient: Tells the present moment.
    public init(
        messageRepository: any MessageRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.messageRepository = messageRepository
        self.dateClient = dateClient
    }

    /// Answers it, which can be done once.
    ///
    /// - Parameters:
    ///   - messageId: Which note.
    ///   - content: What the answer says.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The note with its answer, as the service keeps both.
    /// - Throws: `AppError`.
    public func execute(
        messageId: UUID,
        content: String,
        intention: UUID = UUID()
    ) async throws -> Message {
        let answer = Answer(
            id: intention,
            messageId: messageId,
            content: content,
            answeredAt: dateClient.now()
        )
        return try await messageRepository.answerMessage(messageId: messageId, answer: answer)
    }
}
