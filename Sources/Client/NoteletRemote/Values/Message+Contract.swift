package import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.Message {
    /// Takes a note over that was received.
    ///
    /// - Parameters:
    ///   - message: The note.
    ///   - userId: Who has received it; nil for a guest.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ message: ReceivedMessage, of userId: UUID?) throws(AppError) {
        let id = try UUID(required: message.id)
        self.init(
            id: id,
            direction: .received,
            senderId: UUID(optional: message.senderID),
            receiverId: userId,
            contactId: UUID(optional: message.contactID),
            otherName: message.isAnonymous ? nil : message.senderName.ifPresent,
            content: message.content,
            isAnonymous: message.isAnonymous,
            sentAt: message.receivedAt?.date ?? .distantPast,
            answer: try message.answer.map { (answer) throws(AppError) in
                try Answer(answer, to: id)
            }
        )
    }

    /// Takes a note over that was sent.
    ///
    /// - Parameters:
    ///   - message: The note.
    ///   - userId: Who has sent it; nil for a guest.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ message: SentMessage, of userId: UUID?) throws(AppError) {
        let id = try UUID(required: message.id)
        self.init(
            id: id,
            direction: .sent,
            senderId: userId,
            contactId: UUID(optional: message.contactID),
            otherName: message.receiverName.ifPresent,
            content: message.content,
            isAnonymous: message.isAnonymous,
            sentAt: message.sentAt?.date ?? .distantPast,
            answer: try message.answer.map { (answer) throws(AppError) in
                try Answer(answer, to: id)
            }
        )
    }

    /// Takes a note over from either side.
    ///
    /// - Parameters:
    ///   - side: The note.
    ///   - userId: Whose note it is; nil for a guest.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ side: NoteletAPI.Message.Side, of userId: UUID?) throws(AppError) {
        switch side {
        case .received(let message): try self.init(message, of: userId)
        case .sent(let message): try self.init(message, of: userId)
        }
    }
}

extension NoteletInterface.Answer {
    /// Takes an answer over.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - messageId: The note that it answers.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ answer: NoteletAPI.Answer, to messageId: UUID) throws(AppError) {
        self.init(
            id: try UUID(required: answer.id),
            messageId: messageId,
            content: answer.content,
            answeredAt: answer.answeredAt?.date ?? .distantPast
        )
    }
}

extension String {
    /// The text; nil of an empty one, which a message has where there is none.
    fileprivate var ifPresent: String? { isEmpty ? nil : self }
}
