import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What applications see: what the service keeps, and over it what waits to be written.
@Suite("What is shown of a copy")
struct ShownTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()
    private let note = UUID()
    private let refused = NoteletError(.refused, "no")

    init() throws {
        copy = try TestCopy()
    }

    @Test("Notes that wait are the newest, the last of them first, in each list that they are of")
    func pendingNotes() throws {
        try tables.feed(
            .contact(.named("민지", id: contact)),
            .sent(.note("0", contact: contact)),
            .received(.note("r"))
        )
        let first = try tables.keep(.note("1", to: contact), at: .start + 1)
        try tables.keep(.note("2", toLink: "abc"), at: .start + 2)
        #expect(try tables.shownContents(.sent) == ["2", "1", "0"])
        #expect(try tables.shownContents(.forContact(contact)) == ["1", "0"])
        #expect(try tables.shownContents(.received) == ["r"])
        let shown = try #require(try tables.shownMessage(first))
        #expect(shown.id == first && shown.direction == .sent && shown.senderId == copy.userId)
        #expect(shown.contactId == contact && shown.otherName == "민지" && shown.isAnonymous)
        #expect(shown.sentAt == .start + 1 && shown.writeState == .pending)
        try tables.fail(first, with: refused)
        #expect(try tables.shownMessage(first)?.writeState == .failed(.unknown("no")))
        try tables.noteUnknown(first)
        #expect(try tables.shownMessage(first)?.writeState == .unknown)
        #expect(try tables.shownMessage(UUID()) == nil)
    }

    @Test("A note for a contact that waits itself is called after it")
    func notesForPendingContacts() throws {
        let added = try tables.keep(.add("민지"))
        let sent = try tables.keep(.note("1", to: added))
        #expect(try tables.shownMessage(sent)?.otherName == "민지")
        #expect(try tables.shownContents(.forContact(added)) == ["1"])
    }

    @Test("The first page has all notes that wait, and those after it none")
    func pages() throws {
        for number in 1...5 { try tables.feed(.sent(.note("s\(number)"))) }
        for number in 1...7 { try tables.keep(.note("p\(number)", toLink: "abc")) }
        var page = try tables.shownMessages(.sent, countMax: 3)
        var contents = page.messages.map(\.content)
        #expect(contents == ["p7", "p6", "p5", "p4", "p3", "p2", "p1", "s5"])
        var sizes = [contents.count]
        while let next = page.next {
            page = try tables.shownMessages(.sent, before: next, countMax: 2)
            sizes.append(page.messages.count)
            contents += page.messages.map(\.content)
        }
        #expect(contents.suffix(5) == ["s5", "s4", "s3", "s2", "s1"])
        #expect(sizes == [8, 2, 2, 0])
    }

    @Test("A note that goes out between two pages is on one of them, once")
    func sentBetweenPages() throws {
        for number in 1...3 { try tables.feed(.sent(.note("s\(number)"))) }
        let write = Write.note("p", toLink: "abc")
        let id = try tables.keep(write)
        let page = try tables.shownMessages(.sent, countMax: 2)
        #expect(page.messages.map(\.content) == ["p", "s3"])
        try tables.take(.sent(.note("p")), to: write, intention: id)
        let rest = try tables.shownMessages(.sent, before: page.next, countMax: 9)
        #expect(rest.messages.map(\.content) == ["s2", "s1"] && rest.next == nil)
    }

    @Test("An empty list has no second page")
    func emptyLists() throws {
        for type in [HistoryType.sent, .received, .forContact(contact)] {
            let page = try tables.shownMessages(type, countMax: 1)
            #expect(page.messages.isEmpty && page.next == nil)
        }
    }

    @Test("A note that is to be deleted is not there, and comes back where that was refused")
    func deletedNotes() throws {
        try tables.feed(.received(.note("1", id: note)), .received(.note("2")))
        let deletion = try tables.keep(.deletion(ofNote: note))
        #expect(try tables.shownContents(.received) == ["2"])
        #expect(try tables.shownMessage(note) == nil)
        try tables.fail(deletion, with: refused)
        #expect(try tables.shownContents(.received) == ["2", "1"])
        #expect(try tables.shownMessage(note)?.content == "1")
    }

    @Test("A page of which all is to be deleted is empty, and has another after it")
    func emptyPages() throws {
        try tables.feed(.received(.note("1")), .received(.note("2", id: note)))
        try tables.keep(.deletion(ofNote: note))
        let page = try tables.shownMessages(.received, countMax: 1)
        #expect(page.messages.isEmpty)
        let next = try tables.shownMessages(.received, before: page.next, countMax: 1)
        #expect(next.messages.map(\.content) == ["1"])
    }

    @Test("An answer that waits is shown until there is one that the service has")
    func pendingAnswers() throws {
        try tables.feed(.received(.note("1", id: note)))
        let id = try tables.keep(.answer("응", to: note), at: .start + 5)
        let answer = try #require(try tables.shownMessage(note)?.answer)
        #expect(answer.id == id && answer.messageId == note && answer.content == "응")
        #expect(answer.answeredAt == .start + 5 && answer.writeState == .pending)
        #expect(try tables.shownMessages(.received, countMax: 1).messages.first?.answer == answer)
        try tables.feed(.answered(MessageAnswered(messageID: note.bytes, answer: .saying("먼저"))))
        try tables.fail(id, with: refused)
        #expect(try tables.shownMessage(note)?.answer?.content == "먼저")
        #expect(try tables.shownMessage(note)?.answer?.writeState == .saved)
    }

    @Test("Contacts that wait are the last, with all that is known of them")
    func pendingContacts() throws {
        try tables.feed(.contact(.named("가", at: 9)))
        let request = AddContactRequest(name: "나", relationship: "친구", memo: "", link: "abc")
        let id = try tables.keep(.addContact(request))
        #expect(try tables.shownContacts().map(\.name) == ["가", "나"])
        let shown = try #require(try tables.shownContact(id))
        #expect(shown.id == id && shown.ownerUserId == copy.userId)
        #expect(shown.relationship == "친구" && shown.memo == nil && shown.newLink == "abc")
        #expect(shown.registeredAt == .start && shown.writeState == .pending && shown.isLinked)
        #expect(try tables.shownContact(UUID()) == nil)
    }

    @Test("Changes of a contact are shown one over the other, in their order")
    func contactChanges() throws {
        try tables.feed(.contact(.named("민지", id: contact, memo: "a")))
        let memo = try tables.keep(.memo("b", of: contact))
        let name = UpdateContactRequest(id: contact.bytes, name: "지수", link: "abc")
        let renamed = try tables.keep(.updateContact(name))
        var shown = try #require(try tables.shownContact(contact))
        #expect(shown.name == "지수" && shown.memo == "b" && shown.newLink == "abc")
        #expect(shown.writeState == .pending)
        #expect(try tables.shownContacts() == [shown])
        try tables.fail(renamed, with: refused)
        #expect(try tables.shownContact(contact)?.writeState == .failed(.unknown("no")))
        try tables.remove(renamed)
        shown = try #require(try tables.shownContact(contact))
        #expect(shown.name == "민지" && shown.memo == "b" && shown.newLink == nil)
        try tables.keep(.memo("", of: contact))
        #expect(try tables.shownContact(contact)?.memo == nil)
        try tables.remove(memo)
        #expect(try tables.shownContact(contact)?.memo == nil)
    }

    @Test("A contact that waits is changed where it waits")
    func pendingContactsChange() throws {
        let added = try tables.keep(.add("민지"))
        try tables.keep(.memo("b", of: added))
        #expect(try tables.shownContact(added)?.memo == "b")
        let deletion = try tables.keep(.deletion(ofContact: added))
        #expect(try tables.shownContacts().isEmpty && tables.shownContact(added) == nil)
        try tables.fail(deletion, with: refused)
        #expect(try tables.shownContacts().map(\.memo) == ["b"])
    }

    @Test("A contact that is to be deleted is not there, and comes back where that was refused")
    func deletedContacts() throws {
        try tables.feed(.contact(.named("민지", id: contact)))
        let deletion = try tables.keep(.deletion(ofContact: contact))
        #expect(try tables.shownContacts().isEmpty && tables.shownContact(contact) == nil)
        try tables.fail(deletion, with: refused)
        #expect(try tables.shownContacts().map(\.name) == ["민지"])
        #expect(try tables.shownContact(contact)?.writeState == .saved)
    }

    @Test("The account is shown as it shall be")
    func profiles() throws {
        let picture = "https://example.org/a.png"
        let user = NoteletAPI.User(
            id: copy.userId.bytes,
            username: "minji",
            profileImageURL: picture
        )
        try tables.feed(.user(user))
        #expect(try tables.shownUser()?.profileImageURL?.absoluteString == picture)
        #expect(try tables.shownUser()?.writeState == .saved)
        let request = UpdateProfileRequest(username: "jisoo", profileImageURL: "")
        let id = try tables.keep(.updateProfile(request))
        var shown = try #require(try tables.shownUser())
        #expect(shown.username == "jisoo" && shown.profileImageURL == nil)
        #expect(shown.writeState == .pending)
        try tables.fail(id, with: refused)
        shown = try #require(try tables.shownUser())
        #expect(shown.username == "jisoo" && shown.writeState == .failed(.unknown("no")))
    }
}
