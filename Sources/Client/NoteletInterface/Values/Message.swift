public import Foundation

/// A note that an account has sent or received.
public struct Message: Hashable, Identifiable, Sendable {
    /// The id of the note; sender and receiver know it by different ones.
    ///
    /// Until the service has given it one it is made here, and names the intention to send it: a
    /// note that is sent twice with one id is sent once.
    public let id: UUID
    /// Which way the note went.
    public let direction: Direction
    /// Who has sent it; nil where the account does not learn it.
    public let senderId: UUID?
    /// Who receives it; nil where the account knows a link or a contact alone.
    public let receiverId: UUID?
    /// The contact that it was sent to, or whose it is; nil where it is none's.
    public let contactId: UUID?
    /// The personal link that a note goes to, its token or its url; only of one that is to be sent.
    public let link: String?
    /// What the other side is called: the sender of a note that is not anonymous, the receiver of
    /// one that was sent; nil where that is not known.
    public let otherName: String?
    /// What the note says.
    public let content: String
    /// Whether its receiver does not learn who has sent it.
    public let isAnonymous: Bool
    /// When it was sent.
    public let sentAt: Date
    /// Its one answer; nil until there is one.
    public var answer: Answer?
    /// Whether the service has the note.
    public var writeState: WriteState

    /// Which way a note went.
    public enum Direction: Hashable, Sendable {
        /// The account has sent it.
        case sent
        /// The account has received it.
        case received
    }

    /// Creates a note's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the note.
    ///   - direction: Which way it went.
    ///   - senderId: Who has sent it.
    ///   - receiverId: Who receives it.
    ///   - contactId: The contact that it was sent to, or whose it is.
    ///   - link: The personal link that it goes to.
    ///   - otherName: What the other side is called.
    ///   - content: What it says.
    ///   - isAnonymous: Whether its receiver does not learn who has sent it.
    ///   - sentAt: When it was sent.
    ///   - answer: Its answer.
    ///   - writeState: Whether the service has it.
    public init(
        id: UUID,
        direction: Direction,
        senderId: UUID? = nil,
        receiverId: UUID? = nil,
        contactId: UUID? = nil,
        link: String? = nil,
        otherName: String? = nil,
        content: String,
        isAnonymous: Bool,
        sentAt: Date,
        answer: Answer? = nil,
        writeState: WriteState = .saved
    ) {
        self.id = id
        self.direction = direction
        self.senderId = senderId
        self.receiverId = receiverId
        self.contactId = contactId
        self.link = link
        self.otherName = otherName
        self.content = content
        self.isAnonymous = isAnonymous
        self.sentAt = sentAt
        self.answer = answer
        self.writeState = writeState
    }

    /// Whether the note was answered.
    public var status: MessageStatus {
        answer == nil ? .pending : .answered
    }

    /// How the sender of a received note is called: 익명 of an anonymous one, the name of who chose
    /// to be seen, and 알 수 없음 where that account is gone.
    public var displaySenderName: String {
        if isAnonymous { return "익명" }
        return (direction == .received ? otherName : nil) ?? "알 수 없음"
    }
}

/// Whether a note was answered.
public enum MessageStatus: String, Hashable, Sendable {
    /// Not yet.
    case pending
    /// Once, and for good.
    case answered
}
