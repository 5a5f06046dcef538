public import Foundation

/// The one answer to a note.
public struct Answer: Hashable, Identifiable, Sendable {
    /// The id of the answer; until the service has given it one, it names the intention.
    public let id: UUID
    /// The id of the note that it answers.
    public let messageId: UUID
    /// What it says.
    public let content: String
    /// When it was given.
    public let answeredAt: Date
    /// Whether the service has the answer.
    public var writeState: WriteState

    /// Creates an answer's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the answer.
    ///   - messageId: The id of the note that it answers.
    ///   - content: What it says.
    ///   - answeredAt: When it was given.
    ///   - writeState: Whether the service has it.
    public init(
        id: UUID,
        messageId: UUID,
        content: String,
        answeredAt: Date,
        writeState: WriteState = .saved
    ) {
        self.id = id
        self.messageId = messageId
        self.content = content
        self.answeredAt = answeredAt
        self.writeState = writeState
    }
}
