public import Foundation

/// Sends a note to whoever a personal link belongs to.
public struct SendMessageToLinkUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - messageRepository: Sends notes.
    ///   - dateClient: Tells the present moment.
    public init(
        messageRepository: any MessageRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.messageRepository = messageRepository
        self.dateClient = dateClient
    }

    /// Sends a note.
    ///
    /// - Parameters:
    ///   - senderId: Who is signed in; nil for a guest.
    ///   - link: The link's token, or its url.
    ///   - content: What the note says.
    ///   - isAnonymous: Whether the receiver does not learn who has sent it.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The note, as the service keeps it.
    /// - Throws: `AppError`.
    public func execute(
        senderId: UUID?,
        link: String,
        content: String,
        isAnonymous: Bool,
        intention: UUID = UUID()
    ) async throws -> Message {
        let message = Message(
            id: intention,
            direction: .sent,
            senderId: senderId,
            link: link,
            content: content,
            isAnonymous: isAnonymous,
            sentAt: dateClient.now()
        )
        return try await messageRepository.sendMessage(message)
    }
}
