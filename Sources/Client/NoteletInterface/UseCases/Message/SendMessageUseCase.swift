public import Foundation

/// Sends a note to a contact.
public struct SendMessageUseCase: Sendable {
    private let messageRepository: any MessageRepositoryInterface
    private let contactRepository: any ContactRepositoryInterface
    private let dateClient: DateClient

    /// Works on repositories.
    ///
    /// - Parameters:
    ///   - messageRepository: Sends notes.
    ///   - contactRepository: Has the contacts.
    ///   - dateClient: Tells the present moment.
    public init(
        messageRepository: any MessageRepositoryInterface,
        contactRepository: any ContactRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.messageRepository = messageRepository
        self.contactRepository = contactRepository
        self.dateClient = dateClient
    }

    /// Sends a note.
    ///
    /// - Parameters:
    ///   - senderId: Who is signed in.
    ///   - contactId: To whom; the contact must exist.
    ///   - content: What it says.
    ///   - isAnonymous: Whether the receiver does not learn who has sent it.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The note, as the service keeps it.
    /// - Throws: `AppError`.
    public func execute(
        senderId: UUID,
        contactId: UUID,
        content: String,
        isAnonymous: Bool,
        intention: UUID = UUID()
    ) async throws -> Message {
        let contact = try await contactRepository.fetchContact(byId: contactId)
        let message = Message(
            id: intention,
            direction: .sent,
            senderId: senderId,
            contactId: contact.id,
            otherName: contact.name,
            content: content,
            isAnonymous: isAnonymous,
            sentAt: dateClient.now()
        )
        return try await messageRepository.sendMessage(message)
    }
}
