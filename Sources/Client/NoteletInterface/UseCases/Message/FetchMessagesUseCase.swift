public import Foundation

/// Reads all notes, sent and received, the newest first.
public struct FetchMessagesUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter messageRepository: Has the notes.
    public init(messageRepository: any MessageRepositoryInterface) {
        self.messageRepository = messageRepository
    }

    /// Reads them.
    ///
    /// - Parameter userId: Who is signed in.
    /// - Returns: The notes, the newest first.
    /// - Throws: `AppError`.
    public func execute(userId: UUID) async throws -> [Message] {
        let sent = try await messageRepository.fetchSentMessages(forUserId: userId)
        let received = try await messageRepository.fetchReceivedMessages(forUserId: userId)
        return (sent + received).sorted { $0.sentAt > $1.sentAt }
    }
}
