public import Foundation

/// Which notes are asked for.
public enum HistoryType: Hashable, Sendable {
    /// Those that were sent.
    case sent
    /// Those that were received.
    case received
    /// Those to and from a contact.
    case forContact(UUID)
}

/// Reads the notes of a kind, the newest first.
public struct FetchMessageHistoryUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter messageRepository: Has the notes.
    public init(messageRepository: any MessageRepositoryInterface) {
        self.messageRepository = messageRepository
    }

    /// Reads them.
    ///
    /// - Parameters:
    ///   - userId: Who is signed in.
    ///   - type: Which ones.
    /// - Returns: The notes, the newest first; those of one moment in the repository's order.
    /// - Throws: `AppError`.
    public func execute(userId: UUID, type: HistoryType) async throws -> [Message] {
        let messages =
            switch type {
            case .sent:
                try await messageRepository.fetchSentMessages(forUserId: userId)
            case .received:
                try await messageRepository.fetchReceivedMessages(forUserId: userId)
            case .forContact(let contactId):
                try await messageRepository.fetchMessagesForContact(contactId: contactId)
            }
        return messages.sorted { $0.sentAt > $1.sentAt }
    }
}
