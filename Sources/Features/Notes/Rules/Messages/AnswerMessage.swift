package import AccountRules
package import Domain

/// Answers a note: only its receiver, only once.
package struct AnswerMessage: Sendable {
    /// The caller, who must be the note's receiver; a guest receives none.
    package let identity: Identity
    /// The receiver's id of the note.
    package let message: MessageID
    /// What is answered, trimmed and checked.
    package let content: Content

    /// Checks the content and gathers the answer.
    ///
    /// - Throws: `invalidValue` of `content`.
    package init(identity: Identity, message: MessageID, content: String) throws(DomainError) {
        self.identity = identity
        self.message = message
        self.content = try Content(content)
    }

    /// Stores the answer.
    ///
    /// - Throws: `messageNotFound`, `notReceiver`, `alreadyAnswered`.
    package func run(
        in store: any MessageWriting,
        _ context: Context
    ) throws(DomainError) {
        let received = try store.receivedMessage(message, by: identity)
        guard received.status == .pending else { throw .refused(.alreadyAnswered) }
        let answer = Answer(content: content, answeredAt: context.now)
        guard try store.addAnswer(answer, to: message, receivedBy: identity.user)
        else { throw .refused(.messageNotFound) }
    }
}

extension MessageReading {
    /// A note that the caller received.
    ///
    /// - Throws: `messageNotFound`; `notReceiver` when the caller is its sender.
    package func receivedMessage(
        _ id: MessageID,
        by identity: Identity
    ) throws(DomainError) -> ReceivedMessage {
        switch try message(id, of: identity.user) {
        case .received(let received): received
        case .sent: throw .refused(.notReceiver)
        case nil: throw .refused(.messageNotFound)
        }
    }
}
