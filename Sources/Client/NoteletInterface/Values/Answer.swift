public import Foundation

/// The one answer to a note.
public struct Answer: Hashable, Identifiable, Sendable {
    /// The id of the answer.
    public let id: UUID
    /// The id of the note that it answers.
    public let messageId: UUID
    /// What it says.
    public let content: String
    /// When it was given.
    public let answeredAt: Date

    /// Creates an answer's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the answer.
    ///   - messageId: The id of the note that it answers.
    ///   - content: What it says.
    ///   - answeredAt: When it was given.
    public init(id: UUID, messageId: UUID, content: String, answeredAt: Date) {
        self.id = id
        self.messageId = messageId
        self.content = content
        self.answeredAt = answeredAt
    }
}
