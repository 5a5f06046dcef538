import Foundation
import NoteletAPI
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What the tables make of pages of the change feed.
@Suite("The feed in the tables")
struct FeedTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }

    init() throws {
        copy = try TestCopy()
    }

    @Test("Notes stand in the order of the feed, of either way and of their contact")
    func order() throws {
        let contact = UUID()
        try tables.feed(
            .received(.note("1")),
            .sent(.note("2", contact: contact)),
            .received(.note("3", contact: contact))
        )
        try tables.feed(.sent(.note("4")))
        #expect(try tables.contents(.received) == ["3", "1"])
        #expect(try tables.contents(.sent) == ["4", "2"])
        #expect(try tables.contents(.forContact(contact)) == ["3", "2"])
        #expect(try tables.contents(.forContact(UUID())) == [])
        let newest = try tables.messages(.sent, countMax: 1)
        #expect(newest.map(\.message.content) == ["4"])
        let rest = try tables.messages(.sent, before: newest.first?.position, countMax: 5)
        #expect(rest.map(\.message.content) == ["2"])
        #expect(rest.first?.message.senderId == copy.userId)
    }

    @Test("A note that comes again stands where it comes, once")
    func arrivesAgain() throws {
        let id = UUID()
        try tables.feed(.received(.note("1", id: id)), .received(.note("2")))
        try tables.feed(.received(.note("1 again", id: id)))
        #expect(try tables.contents(.received) == ["1 again", "2"])
    }

    @Test("An answer belongs to its note, of either way")
    func answers() throws {
        let (received, sent) = (UUID(), UUID())
        try tables.feed(.received(.note("1", id: received)), .sent(.note("2", id: sent)))
        for id in [received, sent] {
            let answered = MessageAnswered(messageID: id.bytes, answer: .saying("a"))
            try tables.feed(.answered(answered))
            #expect(try tables.message(id)?.answer?.content == "a")
            #expect(try tables.message(id)?.status == .answered)
        }
        // One without a text, and one to a note that is not there, change nothing.
        try tables.feed(.answered(MessageAnswered(messageID: received.bytes)))
        try tables.feed(.answered(MessageAnswered(messageID: UUID().bytes, answer: .saying("b"))))
        #expect(try tables.message(received)?.answer?.content == "a")
        #expect(try tables.contents(.received) == ["1"])
    }

    @Test("A note that has changed stays where it is; one that is not there arrives")
    func changedNotes() throws {
        let id = UUID()
        try tables.feed(.received(.note("1", id: id)), .received(.note("2")))
        let changed = ReceivedMessage.note("1, by nobody", id: id)
        try tables.feed(.changedMessage(NoteletAPI.Message(side: .received(changed))))
        #expect(try tables.contents(.received) == ["2", "1, by nobody"])
        let unknown = ReceivedMessage.note("3")
        try tables.feed(.changedMessage(NoteletAPI.Message(side: .received(unknown))))
        try tables.feed(.changedMessage(NoteletAPI.Message()))
        #expect(try tables.contents(.received) == ["3", "2", "1, by nobody"])
    }

    @Test("What is deleted is gone, also where it never was")
    func deletions() throws {
        let (note, contact) = (UUID(), UUID())
        try tables.feed(.received(.note("1", id: note)), .contact(.named("민지", id: contact)))
        try tables.feed(
            .deletedMessageID(note.bytes),
            .deletedContactID(contact.bytes),
            .deletedMessageID(UUID().bytes),
            .deletedContactID([])
        )
        #expect(try tables.message(note) == nil)
        #expect(try tables.contacts() == [])
    }

    @Test("Contacts are as they are now, by time of registration")
    func contacts() throws {
        let id = UUID()
        try tables.feed(.contact(.named("나", at: 2)), .contact(.named("가", id: id, at: 1)))
        try tables.feed(.contact(.named("다", at: 2)))
        try tables.feed(.contact(.named("가가", id: id, at: 1)))
        #expect(try tables.contacts().map(\.name) == ["가가", "나", "다"])
        #expect(try tables.contact(id)?.ownerUserId == copy.userId)
    }

    @Test("The account is as it is now")
    func account() throws {
        #expect(try tables.account() == nil && tables.shownUser() == nil)
        let user = NoteletAPI.User(id: copy.userId.bytes, username: "minji")
        try tables.feed(.user(user))
        #expect(try tables.account() == user)
        #expect(try tables.shownUser()?.username == "minji")
    }

    @Test("Blocks come and go")
    func blocks() throws {
        let one = NoteletAPI.Block(messageID: [1])
        let other = NoteletAPI.Block(messageID: [2], blockedAt: .after(1))
        try tables.feed(.block(one), .block(NoteletAPI.Block(messageID: [2])), .block(other))
        #expect(Set(try tables.blocks()) == [one, other])
        try tables.feed(.unblockedMessageID([1]))
        #expect(try tables.blocks() == [other])
    }

    @Test("What this version does not know is passed over")
    func unknownChanges() throws {
        let progress = try tables.feed(nil, .shared(SharedChange(type: "x")), .sent(.note("1")))
        #expect(try tables.contents(.sent) == ["1"])
        #expect(progress.changeCount == 3)
    }

    @Test("What is none of the contract's, or another account's, is known before it is kept")
    func strangePages() throws {
        let userId = UUID()
        let good: [Change.Kind?] = [
            .received(.note("1")), .sent(.note("2")), .contact(.named("민지")),
            .user(NoteletAPI.User(id: userId.bytes, username: "minji")), nil,
        ]
        try ChangePage(changes: good.map { Change(kind: $0) }).check(for: userId)
        let bad: [Change.Kind] = [
            .received(ReceivedMessage(id: [1, 2, 3], content: "1")), .sent(SentMessage()),
            .contact(NoteletAPI.Contact(name: "민지")), .user(NoteletAPI.User(username: "minji")),
            .user(NoteletAPI.User(id: UUID().bytes, username: "sujin")),
        ]
        for kind in bad {
            #expect(throws: AppError.network(.unknown)) {
                try ChangePage(changes: [Change(kind: kind)]).check(for: userId)
            }
        }
    }

    @Test("A page of another cursor is not taken in")
    func otherCursors() throws {
        try tables.feed(.sent(.note("1")))
        let before = try tables.progress()
        let page = ChangePage(
            changes: [Change(kind: .sent(.note("2")))],
            cursor: [9],
            isUpToDate: true
        )
        for cursor in [[], [9], [1, 1]] as [[UInt8]] {
            #expect(try tables.take(page, after: cursor) == nil)
        }
        #expect(try tables.contents(.sent) == ["1"])
        #expect(try tables.progress() == before)
        #expect(try tables.take(page, after: before.cursor)?.cursor == [9])
    }

    @Test("A first copy counts its changes, and is complete at its end")
    func firstCopy() throws {
        #expect(try tables.beginSession().session == 1)
        #expect(try tables.feed(.sent(.note("1")), .sent(.note("2"))).changeCount == 2)
        let complete = try tables.feed(.sent(.note("3")), isUpToDate: true)
        #expect(complete.isComplete && complete.changeCount == 3)
        let later = try tables.feed(.sent(.note("4")))
        #expect(later.isComplete && later.changeCount == 3)
        #expect(try tables.beginSession() == tables.progress())
        #expect(try tables.progress().session == 2)
    }

    @Test("A page without a cursor leaves that of the page before")
    func emptyCursors() throws {
        try tables.feed(.sent(.note("1")))
        let sign = ChangePage(isUpToDate: true)
        #expect(try tables.take(sign, after: [1])?.cursor == [1])
        #expect(try tables.progress().isComplete)
    }

    @Test("What has changed is told, and a page without changes tells nothing")
    func topics() throws {
        let changes: [(Change.Kind?, Topics)] = [
            (.received(.note("1")), .messages), (.sent(.note("2")), .messages),
            (.deletedMessageID([1]), .messages), (.contact(.named("민지")), .contacts),
            (.deletedContactID([1]), .contacts), (.user(User(id: [1])), .user),
            (.block(NoteletAPI.Block(messageID: [1])), .blocks),
            (.unblockedMessageID([1]), .blocks), (nil, []),
        ]
        for (change, topics) in changes {
            tables.changed = []
            try tables.feed(change)
            #expect(tables.changed == topics, "\(String(describing: change))")
        }
        tables.changed = []
        try tables.readFeed()
        #expect(tables.changed == [])
    }

    @Test("What begins anew forgets what it was told, and keeps what waits to be written")
    func beginningAnew() throws {
        try tables.feed(
            .received(.note("1")),
            .contact(.named("민지")),
            .block(NoteletAPI.Block(messageID: [1])),
            isUpToDate: true
        )
        let write = Write.addContact(AddContactRequest(name: "새 친구", link: "abc"))
        let id = try tables.keep(write)
        tables.changed = []
        try tables.reset()
        #expect(tables.changed == [.messages, .contacts, .blocks])
        #expect(try tables.blocks() == [])
        #expect(try tables.contents(.received) == [])
        #expect(try tables.contacts() == [])
        let progress = try tables.progress()
        #expect(progress.cursor == [] && !progress.isComplete && progress.changeCount == 0)
        #expect(try tables.entries().map(\.id) == [id])
    }
}
