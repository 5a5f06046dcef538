public import Foundation

/// What the answer to a stranger's note is read with, by whoever has it.
///
/// The service keeps a digest of it alone and cannot tell it again, so keep it as a password is
/// kept.
public struct ReplyTicket: Codable, Hashable, Identifiable, Sendable {
    /// The note, by the id under which its sender knows it.
    public let messageId: UUID
    /// What the service is shown.
    public let token: String
    /// When it ends, and with it the sender's view of the note.
    public let expiresAt: Date

    /// Creates a ticket's picture.
    ///
    /// - Parameters:
    ///   - messageId: The note.
    ///   - token: What the service is shown.
    ///   - expiresAt: When it ends.
    public init(messageId: UUID, token: String, expiresAt: Date) {
        self.messageId = messageId
        self.token = token
        self.expiresAt = expiresAt
    }

    /// The note, to which there is one ticket.
    public var id: UUID { messageId }
}
