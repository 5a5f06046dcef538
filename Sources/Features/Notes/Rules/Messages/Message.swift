internal import AccountRules
package import Domain

/// A note as its receiver may know it: nothing here depends on who sent an anonymous one.
package struct ReceivedMessage: Equatable, Sendable {
    /// The receiver's id of the note; the sender knows it by another.
    package let id: MessageID
    /// What the sender wrote.
    package let content: Content
    /// To the minute.
    package let receivedAt: Instant
    /// Who the receiver is told the note is from.
    package let sender: ShownSender
    /// The id of the sender's account; only when the sender is shown and the account is there.
    package var senderID: UserID?
    /// The contact it came through, when the sender is shown.
    package let contact: ContactID?
    /// What this receiver answered; nil while the note is pending.
    package var answer: Answer?

    /// Creates the receiver's view of a note.
    package init(
        id: MessageID,
        content: Content,
        receivedAt: Instant,
        sender: ShownSender,
        senderID: UserID? = nil,
        contact: ContactID?,
        answer: Answer?
    ) {
        self.id = id
        self.content = content
        self.receivedAt = receivedAt
        self.sender = sender
        self.senderID = senderID
        self.contact = contact
        self.answer = answer
    }

    /// Whether this receiver has answered.
    package var status: MessageStatus { MessageStatus(of: answer) }
}

/// A note as its sender knows it.
package struct SentMessage: Equatable, Sendable {
    /// The sender's id of the note; the receiver knows it by another.
    package let id: MessageID
    /// What this sender wrote.
    package let content: Content
    /// The exact moment of sending, since the sender did it; the receiver is told the minute.
    package let sentAt: Instant
    /// Whether the note hides from its receiver who sent it.
    package let isAnonymous: Bool
    /// The contact it was sent to; nil when it went through a personal link.
    package let contact: ContactID?
    /// The receiver's username when the note was sent.
    package let receiverName: String
    /// What the receiver answered, its time to the minute; nil while the note is pending.
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

    /// Whether the receiver has answered.
    package var status: MessageStatus { MessageStatus(of: answer) }
}

/// A note of a person's own history, from one side or the other.
package enum Message: Equatable, Sendable {
    /// The person received the note, and sees of its sender what the sender disclosed.
    case received(ReceivedMessage)
    /// The person sent the note.
    case sent(SentMessage)
}

/// The one answer of a note; its `AnswerID` follows from the note's id.
package struct Answer: Hashable, Sendable {
    /// What the receiver of the note wrote.
    package let content: Content
    /// Exact for who wrote it, to the minute for who reads it.
    package let answeredAt: Instant

    /// Creates an answer.
    package init(content: Content, answeredAt: Instant) {
        self.content = content
        self.answeredAt = answeredAt
    }
}

/// The id of an answer for one of its two people.
///
/// It follows from the id of the note, which has one answer at most: each bit of it is turned over.
/// So it is as unique and says as little, and needs no place of its own.
package struct AnswerID: Hashable, Sendable {
    /// The 16 bytes that go to the outside.
    package let opaque: OpaqueID

    /// The id of the answer that a note has, or may get.
    package init(of note: MessageID) {
        opaque = OpaqueID(high: ~note.opaque.high, low: ~note.opaque.low)
    }
}

/// Whether a note was answered.
package enum MessageStatus: String, Sendable {
    /// There is no answer yet.
    case pending
    /// There is the one answer that a note may get.
    case answered

    /// The status of a note with this answer.
    package init(of answer: Answer?) {
        self = answer == nil ? .pending : .answered
    }
}

/// Who the receiver is told a note is from.
package enum ShownSender: Hashable, Sendable {
    /// The sender did not want to be named; nothing else about the sender is told either.
    case anonymous
    /// The sender's username when the note was sent.
    case named(String)
    /// The account is gone.
    case unknown

    /// The words by which clients show the sender: a username, or one of `DisplayName`.
    package var displayName: String {
        switch self {
        case .anonymous: DisplayName.anonymous
        case .named(let name): name
        case .unknown: DisplayName.unknown
        }
    }
}
