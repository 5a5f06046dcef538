import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What is found out by reading about writes that had no reply for as long as keys last.
@Suite("Settling writes without a reply")
struct SettlingTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()
    private let note = UUID()

    init() throws {
        copy = try TestCopy()
    }

    /// Keeps a write that was tried, settles it, and tells what has become of it.
    @discardableResult
    private func settle(
        _ write: Write,
        id: UUID = UUID(),
        after change: Change.Kind? = nil
    ) throws -> Outcome {
        try tables.keep(write, id: id)
        _ = try tables.noteTry(id, at: .start)
        try tables.feed(change)
        try tables.settle(try #require(try tables.entry(id)))
        guard let entry = try tables.entry(id) else { return .written }
        if entry.state == .unknown { return .unknown }
        #expect(entry.state == .pending && entry.triedAt == nil)
        return .repeated
    }

    private enum Outcome {
        case written, repeated, unknown
    }

    @Test("A note that is among those that were sent has arrived, and is found by its intention")
    func sentNotes() throws {
        try tables.feed(.sent(.note("안녕", id: note, contact: contact, at: 60)))
        let id = UUID()
        #expect(try settle(.note(" 안녕\n", to: contact), id: id) == .written)
        #expect(try tables.message(id)?.id == note)
        // It is no other entry's: of a second one like it nobody can tell.
        #expect(try settle(.note("안녕", to: contact)) == .unknown)
    }

    @Test("A note to a link is told from one to a contact")
    func linkedNotes() throws {
        try tables.feed(.sent(.note("안녕", contact: contact)))
        #expect(try settle(.note("안녕", toLink: "abc")) == .unknown)
        try tables.feed(.sent(.note("안녕")))
        #expect(try settle(.note("안녕", toLink: "abc")) == .written)
    }

    @Test("Which of two links got the same words nobody can tell")
    func sameWordsToLinks() throws {
        try tables.feed(.sent(.note("생일 축하해")))
        try tables.keep(.note("생일 축하해", toLink: "first"), id: UUID())
        #expect(try settle(.note(" 생일 축하해", toLink: "second")) == .unknown)
    }

    @Test("An answer is compared as the service keeps it, without the spaces around it")
    func trimmedAnswers() throws {
        let answered = ReceivedMessage.note("1", id: note, answer: .saying("네"))
        try tables.feed(.received(answered))
        #expect(try settle(.answer("네\n", to: note)) == .written)
    }

    @Test("Other words, another place, another name or another way are another note")
    func otherNotes() throws {
        try tables.feed(
            .sent(.note("안녕!", contact: contact)),
            .sent(.note("안녕", contact: UUID())),
            .sent(.note("안녕", contact: contact, isAnonymous: false)),
            .received(.note("안녕", contact: contact)),
            .sent(SentMessage(id: UUID().bytes, content: "안녕", contactID: contact.bytes))
        )
        #expect(try settle(.note("안녕", to: contact)) == .unknown)
    }

    @Test(
        "A note counts from a little before the first try to a little after the last",
        arguments: [(-301, false), (-300, true), (83_100, true), (83_101, false)] as [(Int64, Bool)]
    )
    func times(seconds: Int64, isFound: Bool) throws {
        try tables.feed(.sent(.note("안녕", contact: contact, at: seconds)))
        #expect(try settle(.note("안녕", to: contact)) == (isFound ? .written : .unknown))
    }

    @Test("An answer that is there was written; otherwise it is safe to send it again")
    func answers() throws {
        #expect(try settle(.answer("응", to: note)) == .repeated)
        try tables.feed(.received(.note("1", id: note)))
        #expect(try settle(.answer("응", to: note)) == .repeated)
        try tables.feed(.answered(MessageAnswered(messageID: note.bytes, answer: .saying("응"))))
        #expect(try settle(.answer("응", to: note)) == .written)
        #expect(try settle(.answer("아니", to: note)) == .repeated)
        // One's own note is nobody's to answer.
        let own = UUID()
        try tables.feed(.sent(.note("2", id: own)))
        #expect(try settle(.answer("응", to: own)) == .repeated)
    }

    @Test("A contact of the same name is the one, and gets what waits for it")
    func addedContacts() throws {
        #expect(try settle(.add("민지")) == .repeated)
        try tables.feed(.contact(.named("민지", id: contact)))
        let id = UUID()
        try tables.keep(.add("민지"), id: id)
        let waiting = try tables.keep(.note("1", to: id))
        #expect(try settle(.add("민지"), id: id) == .written)
        #expect(try tables.entry(waiting)?.write == .note("1", to: contact))
        #expect(try tables.contact(id)?.id == contact)
        #expect(try tables.resolvedContact(id) == contact)
    }

    @Test("A contact that is as it should be was changed; of another nobody can tell")
    func changedContacts() throws {
        let friend = Change.Kind.contact(.named("민지", id: contact, memo: "친구"))
        try tables.feed(.contact(.named("수진", id: contact)))
        #expect(try settle(.memo("친구", of: contact), after: friend) == .written)
        #expect(try settle(.memo("", of: contact)) == .unknown)
        #expect(try settle(.memo("친구", of: UUID())) == .unknown)
        let whole = UpdateContactRequest(
            id: contact.bytes,
            name: "민지",
            relationship: "",
            memo: "친구"
        )
        try tables.feed(.contact(.named("수진", id: contact)))
        #expect(try settle(.updateContact(whole), after: friend) == .written)
        var other = whole
        other.name = "민지2"
        #expect(try settle(.updateContact(other)) == .unknown)
        // A link is never told.
        other = whole
        other.link = "abc"
        #expect(try settle(.updateContact(other)) == .unknown)
        #expect(try settle(.updateContact(UpdateContactRequest(id: [1]))) == .unknown)
    }

    @Test("What is gone was deleted; what is there can be deleted again")
    func deletions() throws {
        try tables.feed(.received(.note("1", id: note)), .contact(.named("민지", id: contact)))
        #expect(try settle(.deletion(ofNote: note)) == .repeated)
        #expect(try settle(.deletion(ofContact: contact)) == .repeated)
        try tables.feed(.deletedMessageID(note.bytes), .deletedContactID(contact.bytes))
        #expect(try settle(.deletion(ofNote: note)) == .written)
        #expect(try settle(.deletion(ofContact: contact)) == .written)
    }

    @Test("An account that is as it should be was changed; of another nobody can tell")
    func profiles() throws {
        let request = UpdateProfileRequest(username: "jisoo", profileImageURL: "")
        #expect(try settle(.updateProfile(request)) == .unknown)
        let user = NoteletAPI.User(id: copy.userId.bytes, username: "jisoo")
        try tables.feed(.user(NoteletAPI.User(id: copy.userId.bytes, username: "minji")))
        #expect(try settle(.updateProfile(request), after: .user(user)) == .written)
        let picture = UpdateProfileRequest(username: "jisoo", profileImageURL: "https://a.b/c")
        #expect(try settle(.updateProfile(picture)) == .unknown)
    }
}
