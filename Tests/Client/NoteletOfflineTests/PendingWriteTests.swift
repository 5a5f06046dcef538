import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What applications see of the outbox, and by which ids they find what they wrote.
@Suite("Pending writes")
struct PendingWriteTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()
    private let note = UUID()

    init() throws {
        copy = try TestCopy()
    }

    @Test("Each write is shown as what it shall bring about, in the order of asking")
    func kinds() throws {
        try tables.feed(
            .user(NoteletAPI.User(id: copy.userId.bytes, username: "minji")),
            .contact(.named("민지", id: contact)),
            .received(.note("r", id: note))
        )
        let ids = [
            try tables.keep(.note("1", to: contact)), try tables.keep(.answer("2", to: note)),
            try tables.keep(.deletion(ofNote: note)), try tables.keep(.add("지수")),
            try tables.keep(.memo("5", of: contact)),
            try tables.keep(.updateProfile(UpdateProfileRequest(username: "jisoo"))),
        ]
        let writes = try tables.pendingWrites()
        #expect(writes.map(\.id) == ids)
        #expect(writes.allSatisfy { $0.state == .pending && $0.createdAt == .start })
        guard case .sendMessage(let message) = writes[0].kind,
            case .answerMessage(let answer) = writes[1].kind,
            case .deleteMessage(let deleted) = writes[2].kind,
            case .addContact(let added) = writes[3].kind,
            case .updateContact(let changed) = writes[4].kind,
            case .updateUser(let user) = writes[5].kind
        else {
            Issue.record("\(writes)")
            return
        }
        #expect(message.content == "1" && answer.content == "2" && deleted == note)
        #expect(added.name == "지수" && changed.id == contact && changed.memo == "5")
        #expect(user.username == "jisoo")
    }

    @Test("A change of a contact that is to be deleted, or is gone, is shown nevertheless")
    func changesOfMissingContacts() throws {
        try tables.feed(.contact(.named("민지", id: contact)))
        let request = UpdateContactRequest(
            id: contact.bytes,
            name: "지수",
            relationship: "",
            memo: "5"
        )
        let change = try tables.keep(.updateContact(request))
        let deletion = try tables.keep(.deletion(ofContact: contact))
        #expect(try tables.pendingWrites().map(\.id) == [change, deletion])
        try tables.feed(.deletedContactID(contact.bytes))
        try tables.remove(deletion)
        try tables.fail(change, with: NoteletError(.refused, "no"))
        let write = try #require(try tables.pendingWrites().first)
        guard case .updateContact(let shown) = write.kind else {
            Issue.record("\(write)")
            return
        }
        #expect(shown.id == contact && shown.name == "지수" && shown.memo == "5")
        #expect(shown.ownerUserId == copy.userId && shown.relationship == nil)
        #expect(write.state == .failed(.unknown("no")) && shown.writeState == write.state)
    }

    @Test("Nothing stays of a contact that was never added and is given up, but notes for it")
    func abandonedContacts() throws {
        let added = try tables.keep(.add("민지"))
        try tables.keep(.memo("5", of: added))
        let sent = try tables.keep(.note("1", to: added))
        try tables.keep(.deletion(ofContact: added))
        #expect(try tables.withdraw(added))
        #expect(try tables.entries().map(\.id) == [sent])
        #expect(try tables.shownContacts().isEmpty)
    }

    @Test("What was written is found by what named it, once the service has given it another id")
    func resolvedIds() throws {
        #expect(try tables.resolvedMessage(note) == note)
        #expect(try tables.resolvedContact(contact) == contact)
        let (intention, added) = (UUID(), UUID())
        let sent = SentMessage.note("1", id: note, contact: contact)
        let write = Write.note("1", to: contact)
        try tables.take(.sent(sent), to: write, intention: intention)
        let reply = Reply.contact(.named("민지", id: contact))
        try tables.take(reply, to: .add("민지"), intention: added)
        #expect(try tables.resolvedMessage(intention) == note)
        #expect(try tables.resolvedContact(added) == contact)
        #expect(try tables.shownMessage(intention)?.id == note)
        #expect(try tables.shownContact(added)?.id == contact)
        #expect(try tables.shownContents(.forContact(added)) == ["1"])
        #expect(try tables.resolved(HistoryType.sent) == .sent)
        #expect(try tables.resolved(HistoryType.forContact(added)) == .forContact(contact))
        let writes: [(Write, Write)] = [
            (.note("2", to: added), .note("2", to: contact)),
            (.memo("2", of: added), .memo("2", of: contact)),
            (.deletion(ofContact: added), .deletion(ofContact: contact)),
            (.deletion(ofNote: intention), .deletion(ofNote: note)),
            (.answer("2", to: note), .answer("2", to: note)),
            (.note("2", toLink: "a"), .note("2", toLink: "a")),
        ]
        for (written, meant) in writes { #expect(try tables.resolved(written) == meant) }
        // Bytes that are no id are none here either.
        let strange = Write.deleteMessage(DeleteMessageRequest(messageID: [1]))
        #expect(try tables.resolved(strange) == strange)
        let other = Write.updateContact(UpdateContactRequest(id: [1]))
        #expect(try tables.resolved(other) == other)
    }

    @Test("What is written next goes by the ids that the service knows")
    func laterWrites() throws {
        let added = UUID()
        let reply = Reply.contact(.named("민지", id: contact))
        try tables.take(reply, to: .add("민지"), intention: added)
        let sent = try tables.keep(.note("1", to: added))
        #expect(try tables.entry(sent)?.write == .note("1", to: contact))
        #expect(try tables.entry(sent)?.lane == contact.bytes)
        #expect(try tables.shownContents(.forContact(added)) == ["1"])
        #expect(try tables.shownMessage(sent)?.otherName == "민지")
    }
}
