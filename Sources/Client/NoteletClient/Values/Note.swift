public import Foundation

/// A note as an app keeps and shows it: received or sent, with an id, a `Date`, and its answer.
///
///     for try await message in notelet.inbox().items {
///         guard let note = Note(message) else { continue }
///         print(note.id, note.date.formatted(), note.counterpart, note.text)
///     }
///
/// In JSON ids are texts; how dates are written is the encoder's `dateEncodingStrategy`.
public struct Note: Codable, Hashable, Identifiable, Sendable {
    /// The id under which the caller knows the note.
    public let id: NoteID
    /// Which way it went.
    public let direction: Direction
    /// Who is shown as the other side: 익명 where nobody is to be known.
    public let counterpart: String
    /// The account of whoever sent a note that was received; nil where nobody is to be known.
    public let senderID: UserID?
    /// Whether its sender chose not to be shown.
    public let isAnonymous: Bool
    /// What it says.
    public let text: String
    /// When it came or went; received ones are told to the minute.
    public let date: Date
    /// The contact through which it went; nil where there is none, or none is shown.
    public let contactID: ContactID?
    /// The answer; nil while the note waits for one.
    public let reply: Reply?

    /// Which way a note went.
    public enum Direction: String, Codable, Hashable, Sendable {
        /// The caller got it.
        case received
        /// The caller wrote it.
        case sent
    }

    /// The answer to a note.
    public struct Reply: Codable, Hashable, Sendable {
        /// What it says.
        public let text: String
        /// When it was written.
        public let date: Date

        fileprivate init(_ answer: Answer) {
            text = answer.content
            date = answer.answeredAt?.date ?? .distantPast
        }
    }

    /// Takes over a note that was received.
    ///
    /// - Parameter message: The note; nil is made of one that has no id.
    public init?(_ message: ReceivedMessage) {
        guard let id = NoteID(bytes: message.id) else { return nil }
        self.id = id
        direction = .received
        counterpart = message.senderName
        senderID = UserID(bytes: message.senderID)
        isAnonymous = message.isAnonymous
        text = message.content
        date = message.receivedAt?.date ?? .distantPast
        contactID = ContactID(bytes: message.contactID)
        reply = message.answer.map(Reply.init)
    }

    /// Takes over a note that was sent.
    ///
    /// - Parameter message: The note; nil is made of one that has no id.
    public init?(_ message: SentMessage) {
        guard let id = NoteID(bytes: message.id) else { return nil }
        self.id = id
        direction = .sent
        counterpart = message.receiverName
        senderID = nil
        isAnonymous = message.isAnonymous
        text = message.content
        date = message.sentAt?.date ?? .distantPast
        contactID = ContactID(bytes: message.contactID)
        reply = message.answer.map(Reply.init)
    }

    /// Takes over a note of a history.
    ///
    /// - Parameter side: The note; nil is made of one that has no id.
    public init?(_ side: Message.Side) {
        switch side {
        case .received(let message): self.init(message)
        case .sent(let message): self.init(message)
        }
    }
}
