import Foundation
import NoteletAPI
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What replies to writes bring, before or after the feed brings the same.
@Suite("Replies in the tables")
struct ReplyTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let note = UUID()
    private let contact = UUID()
    private let intention = UUID()

    init() throws {
        copy = try TestCopy()
        try copy.tables.readFeed()
    }

    @Test("A reply before the feed shows the note at once, and the feed says where it stands")
    func replyFirst() throws {
        try tables.keep(.note("나", to: contact), id: intention)
        let reply = Reply.sent(.note("나", id: note, contact: contact))
        try tables.take(reply, to: .note("나", to: contact), intention: intention)
        #expect(try tables.entries().isEmpty)
        #expect(try tables.contents(.sent) == ["나"])
        try tables.feed(.sent(.note("다른 기기", contact: contact)))
        try tables.feed(.sent(.note("나", id: note, contact: contact)))
        #expect(try tables.contents(.sent) == ["나", "다른 기기"])
        #expect(try tables.message(intention)?.id == note)
        try tables.readFeed(times: 3)
        #expect(try tables.contents(.sent) == ["나", "다른 기기"])
    }

    @Test("A reply after the feed names the note, and moves nothing")
    func feedFirst() throws {
        try tables.keep(.note("나", to: contact), id: intention)
        try tables.feed(.sent(.note("나", id: note)), .sent(.note("다른 기기")))
        #expect(try tables.message(intention) == nil)
        let write = Write.note("나", to: contact)
        try tables.take(.sent(.note("나", id: note)), to: write, intention: intention)
        #expect(try tables.contents(.sent) == ["다른 기기", "나"])
        #expect(try tables.message(intention)?.id == note)
        try tables.readFeed(times: 3)
        #expect(try tables.contents(.sent) == ["다른 기기", "나"])
    }

    @Test("What the feed never tells is taken away after two further sessions, and not before")
    func looseRows() throws {
        let write = Write.note("나", to: contact)
        try tables.take(.sent(.note("나", id: note)), to: write, intention: intention)
        let added = Reply.contact(.named("민지", id: contact))
        try tables.take(added, to: .add("민지"), intention: UUID())
        try tables.feed(isUpToDate: true)
        #expect(try tables.contents(.sent) == ["나"] && tables.contacts().count == 1)
        try tables.readFeed()
        #expect(try tables.contents(.sent) == ["나"] && tables.contacts().count == 1)
        // A session that has not come to its end says nothing.
        _ = try tables.beginSession()
        try tables.feed(.sent(.note("다른")))
        #expect(try tables.contents(.sent) == ["다른", "나"])
        tables.changed = []
        try tables.feed(isUpToDate: true)
        #expect(try tables.contents(.sent) == ["다른"] && tables.contacts().isEmpty)
        #expect(tables.changed.isSuperset(of: [.messages, .contacts]))
    }

    @Test("A contact that the feed has told once is loose no more, whoever comes later")
    func contactsAreConfirmed() throws {
        let reply = Reply.contact(.named("민지", id: contact))
        try tables.take(reply, to: .add("민지"), intention: intention)
        try tables.feed(.contact(.named("민지", id: contact)))
        #expect(try tables.contact(intention)?.id == contact)
        let change = Reply.contact(.named("민지", id: contact, memo: "친구"))
        try tables.take(change, to: .memo("친구", of: contact), intention: UUID())
        try tables.readFeed(times: 4)
        #expect(try tables.contacts().map(\.memo) == ["친구"])
        #expect(try tables.contact(intention)?.id == contact)
    }

    @Test("A contact that two replies brought is as loose as since the first")
    func looseSinceTheFirst() throws {
        try tables.putLoosely(.named("민지", id: contact), intention: nil)
        try tables.readFeed()
        try tables.putLoosely(.named("민지", id: contact), intention: nil)
        try tables.readFeed()
        #expect(try tables.contacts().isEmpty)
    }

    @Test("An answer that was taken is there before the feed tells it, once")
    func answers() throws {
        try tables.feed(.received(.note("1", id: note)), .received(.note("2")))
        let write = Write.answer("고마워", to: note)
        try tables.keep(write, id: intention)
        let answered = ReceivedMessage.note("1", id: note, answer: .saying("고마워"))
        try tables.take(.answered(answered), to: write, intention: intention)
        #expect(try tables.message(note)?.answer?.content == "고마워")
        #expect(try tables.contents(.received) == ["2", "1"])
        #expect(try tables.entries().isEmpty)
        // Of a note that the copy does not have it brings both.
        let unknown = ReceivedMessage.note("3", answer: .saying("응"))
        try tables.take(.answered(unknown), to: write, intention: UUID())
        #expect(try tables.contents(.received) == ["3", "2", "1"])
    }

    @Test("What was deleted, and the account as it was made, are there before the feed tells it")
    func otherReplies() throws {
        try tables.feed(.received(.note("1", id: note)), .contact(.named("민지", id: contact)))
        let deletion = Write.deletion(ofNote: note)
        try tables.keep(deletion, id: intention)
        try tables.take(.deletedMessage(note.bytes), to: deletion, intention: intention)
        #expect(try tables.contents(.received) == [])
        let removal = Write.deletion(ofContact: contact)
        try tables.take(.deletedContact(contact.bytes), to: removal, intention: UUID())
        #expect(try tables.contacts() == [])
        let user = NoteletAPI.User(id: copy.userId.bytes, username: "jisoo")
        let change = Write.updateProfile(UpdateProfileRequest(username: "jisoo"))
        try tables.take(.user(user), to: change, intention: UUID())
        #expect(try tables.account() == user)
        #expect(try tables.entries().isEmpty)
    }

    @Test("What a reply said is deleted comes back by no page of the feed that was read before")
    func deletionFirst() throws {
        try deleteByReplies()
        // Such a page tells how they came to be, and later ones that they were deleted.
        try tables.feed(.received(.note("1", id: note)), .contact(.named("민지", id: contact)))
        try tables.feed(.changedMessage(NoteletAPI.Message(side: .received(.note("1", id: note)))))
        try tables.arriveLoosely(.received(.note("1", id: note)), intention: nil)
        try tables.putLoosely(.named("민지", id: contact), intention: nil)
        #expect(try tables.contents(.received) == [])
        #expect(try tables.contacts() == [])
        #expect(try tables.isDeletedLoosely(note.bytes))
        try tables.feed(.deletedMessageID(note.bytes), .deletedContactID(contact.bytes))
        #expect(try !tables.isDeletedLoosely(note.bytes))
        #expect(try !tables.isDeletedLoosely(contact.bytes))
    }

    @Test("A deletion that the feed told before the reply is forgotten after two further sessions")
    func deletionsAreForgotten() throws {
        try tables.feed(.deletedMessageID(note.bytes), .deletedContactID(contact.bytes))
        try deleteByReplies()
        try tables.readFeed()
        #expect(try tables.isDeletedLoosely(note.bytes))
        try tables.readFeed()
        #expect(try !tables.isDeletedLoosely(note.bytes))
        #expect(try !tables.isDeletedLoosely(contact.bytes))
    }

    @Test("A service that was restored to what it was before a deletion is believed")
    func deletionsThatWereRestored() throws {
        try deleteByReplies()
        try tables.reset()
        try tables.feed(.received(.note("1", id: note)), .contact(.named("민지", id: contact)))
        #expect(try tables.contents(.received) == ["1"])
        #expect(try tables.contacts().count == 1)
    }

    /// Has replies say that the note and the contact are deleted.
    private func deleteByReplies() throws {
        let deletion = Write.deletion(ofNote: note)
        try tables.take(.deletedMessage(note.bytes), to: deletion, intention: intention)
        let removal = Write.deletion(ofContact: contact)
        try tables.take(.deletedContact(contact.bytes), to: removal, intention: UUID())
    }

    @Test("A reply that comes after a later change of the feed changes nothing of it")
    func lateReplies() throws {
        try tables.feed(.contact(.named("민지", id: contact)), .received(.note("1", id: note)))
        let sentAt = try tables.progress().cursor
        // Another device was faster.
        try tables.feed(
            .contact(.named("민지", id: contact, memo: "나중")),
            .user(NoteletAPI.User(id: copy.userId.bytes, username: "later"))
        )
        let change = Write.memo("먼저", of: contact)
        let reply = Reply.contact(.named("민지", id: contact, memo: "먼저"))
        try tables.take(reply, to: change, intention: UUID(), asOf: sentAt)
        #expect(try tables.contacts().map(\.memo) == ["나중"])
        let profile = Write.updateProfile(UpdateProfileRequest(username: "earlier"))
        let user = NoteletAPI.User(id: copy.userId.bytes, username: "earlier")
        try tables.take(.user(user), to: profile, intention: UUID(), asOf: sentAt)
        #expect(try tables.account()?.username == "later")
        // What nobody else can have changed is there at once.
        let answered = ReceivedMessage.note("1", id: note, answer: .saying("고마워"))
        let answer = Write.answer("고마워", to: note)
        try tables.take(.answered(answered), to: answer, intention: UUID(), asOf: sentAt)
        #expect(try tables.message(note)?.answer?.content == "고마워")
    }

    @Test("A note that was fetched by itself is as loose as a reply, or what the feed has")
    func fetchedNotes() throws {
        try tables.arriveLoosely(.received(.note("1", id: note)), intention: nil)
        try tables.arriveLoosely(.received(.note("1, later", id: note)), intention: nil)
        #expect(try tables.contents(.received) == ["1"])
        try tables.readFeed(times: 2)
        #expect(try tables.contents(.received) == [])
    }
}
