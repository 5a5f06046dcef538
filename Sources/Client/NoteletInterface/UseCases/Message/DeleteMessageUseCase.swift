public import Foundation

/// Deletes a note from the account's own view.
public struct DeleteMessageUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter messageRepository: Has the notes.
    public init(messageRepository: any MessageRepositoryInterface) {
        self.messageRepository = messageRepository
    }

    /// Deletes it; the other person notices nothing.
    ///
    /// - Parameter messageId: Which note.
    /// - Throws: `AppError`.
    public func execute(messageId: UUID) async throws {
        try await messageRepository.deleteMessage(byId: messageId)
    }
}
