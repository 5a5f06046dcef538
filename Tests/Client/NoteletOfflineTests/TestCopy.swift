import Foundation
import NoteletAPI
import NoteletInterface
import NoteletRemote
import ProtobufCoding
import SQLite
import TestSupport
import Testing

@testable import NoteletOffline

/// A copy of an account in a file of its own, without anybody who keeps it.
struct TestCopy {
    let userId = UUID()
    let tables: CopyTables
    private let folder = TemporaryDirectory(in: .memory)

    init() throws {
        let connection = try SQLiteConnection(
            path: folder.path("copy.sqlite"),
            access: .readWrite,
            busyTimeout: .zero
        )
        try CopySchema.schema.apply(to: connection)
        tables = CopyTables(connection, of: userId)
    }
}

extension CopyTables {
    /// Takes in the next page of the feed.
    @discardableResult
    func feed(_ kinds: Change.Kind?..., isUpToDate: Bool = false) throws -> CopyProgress {
        let cursor = try progress().cursor
        let page = ChangePage(
            changes: kinds.map { Change(kind: $0) },
            cursor: cursor + [1],
            isUpToDate: isUpToDate
        )
        return try #require(try take(page, after: cursor))
    }

    /// Begins a session of the feed and reads it to its end, so often.
    func readFeed(times count: Int = 1) throws {
        for _ in 0..<count {
            _ = try beginSession()
            try feed(isUpToDate: true)
        }
    }

    /// What the notes of a kind say, the newest first.
    func contents(_ type: HistoryType) throws -> [String] {
        try messages(type, countMax: 100).map(\.message.content)
    }

    /// What is shown of the notes of a kind.
    func shownContents(_ type: HistoryType) throws -> [String] {
        try shownMessages(type, countMax: 100).messages.map(\.content)
    }

    /// Keeps a write under a new intention.
    @discardableResult
    func keep(_ write: Write, id: UUID = UUID(), at moment: Date = .start) throws -> UUID {
        try insert(write, id: id, at: moment)
        return id
    }

    /// The ids of the entries that can be sent.
    func heads(countMax: Int = 100) throws -> [UUID] {
        try firstEntries(countMax: countMax).map(\.id)
    }

    /// How far an entry has got.
    func state(of id: UUID) throws -> WriteState? { try entry(id)?.state }
}

extension Date {
    /// When tests happen, which is a whole second.
    static let start = Date(timeIntervalSince1970: 1_704_067_200)
}

extension Timestamp {
    /// So many seconds after tests begin.
    static func after(_ seconds: Int64) -> Timestamp? {
        Timestamp(seconds: 1_704_067_200 + seconds)
    }
}

extension ReceivedMessage {
    /// A note for tests.
    static func note(
        _ content: String,
        id: UUID = UUID(),
        contact: UUID? = nil,
        answer: NoteletAPI.Answer? = nil
    ) -> ReceivedMessage {
        ReceivedMessage(
            id: id.bytes,
            content: content,
            receivedAt: .after(0),
            contactID: contact?.bytes ?? [],
            answer: answer
        )
    }
}

extension SentMessage {
    /// A note for tests.
    static func note(
        _ content: String,
        id: UUID = UUID(),
        contact: UUID? = nil,
        at seconds: Int64 = 0,
        isAnonymous: Bool = true
    ) -> SentMessage {
        SentMessage(
            id: id.bytes,
            content: content,
            sentAt: .after(seconds),
            isAnonymous: isAnonymous,
            contactID: contact?.bytes ?? []
        )
    }
}

extension NoteletAPI.Answer {
    /// An answer for tests.
    static func saying(_ content: String) -> NoteletAPI.Answer {
        NoteletAPI.Answer(content: content, answeredAt: .after(0), id: UUID().bytes)
    }
}

extension NoteletAPI.Contact {
    /// A contact for tests.
    static func named(
        _ name: String,
        id: UUID = UUID(),
        memo: String = "",
        at seconds: Int64 = 0
    ) -> NoteletAPI.Contact {
        NoteletAPI.Contact(id: id.bytes, name: name, memo: memo, registeredAt: .after(seconds))
    }
}

extension Write {
    /// Sends a note to a contact.
    static func note(_ content: String, to contact: UUID) -> Write {
        .sendToContact(SendToContactRequest(contactID: contact.bytes, content: content))
    }

    /// Sends a note to a link.
    static func note(_ content: String, toLink link: String) -> Write {
        .sendToLink(SendToLinkRequest(link: link, content: content))
    }

    /// Answers a note.
    static func answer(_ content: String, to note: UUID) -> Write {
        .answer(AnswerMessageRequest(messageID: note.bytes, content: content))
    }

    /// Adds a contact.
    static func add(_ name: String) -> Write { .addContact(AddContactRequest(name: name)) }

    /// Changes what is noted about a contact.
    static func memo(_ memo: String, of contact: UUID) -> Write {
        .updateContact(UpdateContactRequest(id: contact.bytes, memo: memo))
    }

    /// Deletes a contact.
    static func deletion(ofContact id: UUID) -> Write {
        .deleteContact(DeleteContactRequest(id: id.bytes))
    }

    /// Deletes a note.
    static func deletion(ofNote id: UUID) -> Write {
        .deleteMessage(DeleteMessageRequest(messageID: id.bytes))
    }
}
