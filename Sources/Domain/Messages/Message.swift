/// A note as its receiver may know it: nothing here depends on who sent an anonymous one.
package struct ReceivedMessage: Equatable, Sendable {
    package let id: MessageID
    package let content: Content
    /// To the minute.
    package let receivedAt: Instant
    package let sender: ShownSender
    /// The contact it came through, when the sender is shown.
    package let contact: ContactID?
    package var answer: Answer?

    /// Creates the receiver's view of a note.
    package init(
        id: MessageID,
        content: Content,
        receivedAt: Instant,
        sender: ShownSender,
        contact: ContactID?,
        answer: Answer?
    ) {
        self.id = id
        self.content = content
        self.receivedAt = receivedAt
        self.sender = sender
        self.contact = contact
        self.answer = answer
    }

    package var status: MessageStatus { MessageStatus(of: answer) }
}

/// A note as its sender knows it.
package struct SentMessage: Equatable, Sendable {
    package let id: MessageID
    package let content: Content
    package let sentAt: Instant
    package let isAnonymous: Bool
    package let contact: ContactID?
    /// The receiver's username when the note was sent.
    package let receiverName: String
    package var answer: Answer?

    /// Creates the sender's view of a note.
    package init(
        id: MessageID,
        content: Content,
        sentAt: Instant,
        isAnonymous: Bool,
        contact: ContactID?,
        receiverName: String,
        answer: Answer?
    ) {
        self.id = id
        self.content = content
        self.sentAt = sentAt
        self.isAnonymous = isAnonymous
        self.contact = contact
        self.receiverName = receiverName
        self.answer = answer
    }

    package var status: MessageStatus { MessageStatus(of: answer) }
}

/// A note of a person's own history, from one side or the other.
package enum Message: Equatable, Sendable {
    case received(ReceivedMessage)
    case sent(SentMessage)
}

/// The one answer of a note, which identifies it.
package struct Answer: Hashable, Sendable {
    package let content: Content
    /// Exact for who wrote it, to the minute for who reads it.
    package let answeredAt: Instant

    /// Creates an answer.
    package init(content: Content, answeredAt: Instant) {
        self.content = content
        self.answeredAt = answeredAt
    }
}

/// Whether a note was answered.
package enum MessageStatus: String, Sendable {
    case pending
    case answered

    /// The status of a note with this answer.
    package init(of answer: Answer?) {
        self = answer == nil ? .pending : .answered
    }
}

/// Who the receiver is told a note is from.
package enum ShownSender: Hashable, Sendable {
    case anonymous
    case named(String)
    /// The account is gone.
    case unknown

    package var displayName: String {
        switch self {
        case .anonymous: DisplayName.anonymous
        case .named(let name): name
        case .unknown: DisplayName.unknown
        }
    }
}
