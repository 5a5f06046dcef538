import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import SQLite
import Testing

@testable import NoteletOffline

/// What the outbox of a copy keeps, gives out, and lets go of.
@Suite("The tables of the outbox")
struct OutboxTableTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()
    private let other = UUID()

    init() throws {
        copy = try TestCopy()
    }

    @Test("An intention is kept once, as it was first")
    func sameIntention() throws {
        let id = try tables.keep(.note("나", to: contact))
        try tables.keep(.note("다른 말", to: contact), id: id, at: .start + 1)
        let entries = try tables.entries()
        #expect(entries.map(\.id) == [id])
        #expect(entries.first?.write == .note("나", to: contact))
        #expect(entries.first?.createdAt == .start && entries.first?.triedAt == nil)
        #expect(entries.first?.state == .pending)
    }

    @Test("An intention that was carried out is not kept again")
    func sentIntention() throws {
        let note = Write.note("나", to: contact)
        let id = try tables.keep(note)
        try tables.take(.sent(.note("나")), to: note, intention: id)
        try tables.keep(note, id: id)
        let added = try tables.keep(.add("민지"))
        try tables.take(.contact(.named("민지")), to: .add("민지"), intention: added)
        try tables.keep(.add("민지"), id: added)
        #expect(try tables.entries().isEmpty)
    }

    @Test("Each method is kept as it is")
    func methods() throws {
        let order = [UInt8](repeating: 1, count: 16)
        let writes: [Write] = [
            .note("1", to: contact), .note("2", toLink: "abc"), .answer("3", to: other),
            .deletion(ofNote: other), .add("4"), .memo("5", of: contact),
            .deletion(ofContact: contact),
            .updateProfile(UpdateProfileRequest(username: "6", profileImageURL: "")),
            .delivery(.sendText(SendTextRequest(orderID: order, text: "7"))),
            .delivery(.markRead(MarkReadRequest(orderID: order))),
            .delivery(.updateLocations(UpdateLocationsRequest(orderID: order))),
            .delivery(.stopTracking(StopTrackingRequest(orderID: order))),
        ]
        let ids = try writes.map { try tables.keep($0) }
        let entries = try tables.entries()
        #expect(entries.map(\.write) == writes && entries.map(\.id) == ids)
        for entry in entries { #expect(entry.lane == entry.write.lane(of: entry.id)) }
        #expect(
            writes.map(\.method.description).sorted() == Write.methods.map(\.description).sorted()
        )
    }

    @Test("The first of each conversation can be sent, the oldest first, and so many")
    func heads() throws {
        let first = try tables.keep(.note("1", to: contact))
        let second = try tables.keep(.note("2", to: contact))
        let elsewhere = try tables.keep(.note("3", to: other))
        let linked = try tables.keep(.note("4", toLink: "abc"))
        let profile = try tables.keep(.updateProfile(UpdateProfileRequest(username: "6")))
        #expect(try tables.heads() == [first, elsewhere, linked, profile])
        #expect(try tables.heads(countMax: 2) == [first, elsewhere])
        try tables.remove(first)
        #expect(try tables.heads() == [second, elsewhere, linked, profile])
    }

    @Test("What was refused, or may have arrived, holds nothing up that follows it")
    func refusedHeads() throws {
        let first = try tables.keep(.note("1", to: contact))
        let second = try tables.keep(.note("2", to: contact))
        let third = try tables.keep(.note("3", to: contact))
        try tables.fail(first, with: NoteletError(.refused, "no"))
        #expect(try tables.heads() == [second])
        try tables.noteUnknown(second)
        #expect(try tables.heads() == [third])
        // Tried again, it goes before those that came later.
        #expect(try tables.release(first))
        #expect(try tables.heads() == [first])
    }

    @Test("All that is for a contact waits for it to be added, however long")
    func contactsHoldTheirLane() throws {
        let added = try tables.keep(.add("민지"))
        let note = try tables.keep(.note("1", to: added))
        _ = try tables.noteTry(added, at: .start)
        let memo = try tables.keep(.memo("x", of: added))
        #expect(try tables.heads() == [added])
        try tables.fail(added, with: NoteletError(.refused, "no"))
        #expect(try tables.heads() == [])
        try tables.noteUnknown(added)
        #expect(try tables.heads() == [])
        let reply = Reply.contact(.named("민지", id: contact))
        try tables.take(reply, to: .add("민지"), intention: added)
        #expect(try tables.heads() == [note])
        #expect(try tables.entry(note)?.write == .note("1", to: contact))
        #expect(try tables.entry(memo)?.write == .memo("x", of: contact))
        #expect(try tables.entry(memo)?.lane == contact.bytes)
        // What comes later has the id that the service knows at once.
        let late = try tables.keep(.deletion(ofContact: added))
        #expect(try tables.entry(late)?.write == .deletion(ofContact: contact))
    }

    @Test("A try is noted once, and only of what waits")
    func tries() throws {
        let id = try tables.keep(.note("1", to: contact))
        #expect(try tables.noteTry(id, at: .start + 1)?.triedAt == nil)
        #expect(try tables.noteTry(id, at: .start + 2)?.triedAt == .start + 1)
        #expect(try tables.entry(id)?.triedAt == .start + 1)
        try tables.forgetTry(id)
        #expect(try tables.entry(id)?.triedAt == nil)
        try tables.noteUnknown(id)
        #expect(try tables.noteTry(id, at: .start + 3) == nil)
        #expect(try tables.noteTry(UUID(), at: .start) == nil)
    }

    @Test("What the service said to a write is kept with it")
    func failures() throws {
        let id = try tables.keep(.note("1", to: contact))
        _ = try tables.noteTry(id, at: .start)
        let refusal = Refusal(
            reason: .contactNotLinked,
            fields: ["a": "b"],
            texts: ["en": "No link."],
            retryable: true
        )
        try tables.fail(id, with: NoteletError(.refused, "no", refusal: refusal))
        #expect(try tables.state(of: id) == .failed(AppError(refusal)))
        #expect(try tables.entry(id)?.triedAt == nil)
        try tables.fail(id, with: NoteletError(.serverFailure, "it broke"))
        #expect(try tables.state(of: id) == .failed(.unknown("it broke")))
    }

    @Test("A write waits again as if it had just come, with other words where there are some")
    func releases() throws {
        let id = try tables.keep(.note("1", to: contact))
        _ = try tables.noteTry(id, at: .start)
        try tables.noteUnknown(id)
        #expect(try tables.release(id))
        let entry = try #require(try tables.entry(id))
        #expect(entry.state == .pending && entry.triedAt == nil)
        #expect(entry.write == .note("1", to: contact))
        #expect(try tables.release(id, as: .note("2", to: contact)))
        #expect(try tables.entry(id)?.write == .note("2", to: contact))
        #expect(try tables.release(UUID()) == false)
    }

    @Test("What was given up is gone, and what may be on its way is not given up unseen")
    func removals() throws {
        let id = try tables.keep(.note("1", to: contact))
        _ = try tables.noteTry(id, at: .start)
        #expect(try tables.withdraw(id) == false)
        try tables.forgetTry(id)
        #expect(try tables.withdraw(id))
        #expect(try tables.withdraw(id) == false && tables.remove(id) == false)
        #expect(try tables.entries().isEmpty)
    }

    @Test("A change leaves alone what it does not change, which another device may have changed")
    func reducedChanges() throws {
        try tables.feed(.contact(.named("민지", id: contact, memo: "1")))
        let whole = UpdateContactRequest(
            id: contact.bytes,
            name: "민지",
            relationship: "",
            memo: "2"
        )
        let first = try tables.keep(.updateContact(whole))
        #expect(try tables.entry(first)?.write == .memo("2", of: contact))
        // Back to what the service has is a change of what waits.
        let second = try tables.keep(.memo("1", of: contact))
        #expect(try tables.entry(second)?.write == .memo("1", of: contact))
        // What is so already, or will be, is none.
        try tables.keep(.memo("1", of: contact))
        #expect(try tables.entries().map(\.id) == [first, second])
        try tables.feed(.user(NoteletAPI.User(id: copy.userId.bytes, username: "minji")))
        let profile = UpdateProfileRequest(username: "sujin", profileImageURL: "")
        let third = try tables.keep(.updateProfile(profile))
        #expect(
            try tables.entry(third)?.write
                == .updateProfile(UpdateProfileRequest(username: "sujin"))
        )
    }

    @Test("What is to be deleted is known to be, and not asked for")
    func knownDeletions() throws {
        try tables.feed(.contact(.named("민지", id: contact)), .received(.note("1", id: other)))
        #expect(try tables.knownContact(contact).value() != nil)
        #expect(try tables.knownContact(UUID()).value() == nil)
        try tables.keep(.deletion(ofContact: contact))
        try tables.keep(.deletion(ofNote: other))
        #expect(throws: AppError.data(.notFound())) { try tables.knownContact(contact).value() }
        #expect(throws: AppError.data(.notFound())) { try tables.knownMessage(other).value() }
    }

    @Test("What the service would not even read is refused at once, and is no damage")
    func longWrites() throws {
        let fits = String(repeating: "z", count: CopyTables.requestByteCountMax - 100)
        try tables.keep(.note(fits, to: contact))
        for byteCount in [CopyTables.requestByteCountMax, 5 << 20] {
            let text = String(repeating: "z", count: byteCount)
            let error = #expect(throws: SQLiteError.self) {
                try tables.keep(.note(text, to: contact))
            }
            #expect(error?.isCorrupt == false)
            #expect(AppError(try #require(error)).kind == .data(.validation("It is too long.")))
            let fitting = try #require(try tables.entries().first)
            let longer = try #require(fitting.write.saying(text))
            #expect(throws: SQLiteError.self) { try tables.release(fitting.id, as: longer) }
        }
        #expect(try tables.entries().count == 1)
    }

    @Test("A change of a contact that waits, or was refused, is a change of its addition")
    func changedAdditions() throws {
        let added = try tables.keep(.add("김"))
        try tables.keep(.memo("1", of: added))
        #expect(try tables.entries().map(\.id) == [added])
        try tables.fail(added, with: NoteletError(.refused, "no"))
        try tables.keep(.memo("2", of: added))
        #expect(try tables.state(of: added) == .pending)
        #expect(try tables.shownContact(added)?.memo == "2")
        // One that may have arrived is changed by a write of its own.
        _ = try tables.noteTry(added, at: .start)
        let change = try tables.keep(.memo("3", of: added))
        #expect(try tables.entries().map(\.id) == [added, change])
        #expect(try tables.shownContact(added)?.memo == "3")
    }

    @Test("A change that was refused gives way to the next of the same thing")
    func replacedChanges() throws {
        let contact = UUID()
        let first = try tables.keep(.memo("1", of: contact))
        let other = try tables.keep(.memo("1", of: UUID()))
        for id in [first, other] {
            try tables.fail(id, with: NoteletError(.refused, "no"))
        }
        let second = try tables.keep(.memo("2", of: contact))
        #expect(try tables.entries().map(\.id) == [other, second])
        let third = try tables.keep(.memo("3", of: contact))
        #expect(try tables.entries().map(\.id) == [other, second, third])
    }

    @Test("Only what says something can say something else")
    func texts() {
        #expect(Write.note("1", to: contact).saying("2") == .note("2", to: contact))
        #expect(Write.note("1", toLink: "a").saying("2") == .note("2", toLink: "a"))
        #expect(Write.answer("1", to: other).saying("2") == .answer("2", to: other))
        let silent: [Write] = [
            .deletion(ofNote: other), .add("a"), .memo("a", of: contact),
            .deletion(ofContact: contact), .updateProfile(UpdateProfileRequest()),
        ]
        for write in silent { #expect(write.saying("2") == nil) }
    }

    @Test("A note for nobody is none")
    func notesForNobody() throws {
        let error = #expect(throws: AppError.self) {
            try Write(sending: .mock(direction: .sent))
        }
        guard case .data(.validation)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        let linked = Message(
            id: UUID(),
            direction: .sent,
            link: "abc",
            content: "x",
            isAnonymous: false,
            sentAt: .start
        )
        let request = SendToLinkRequest(link: "abc", content: "x", revealSender: true)
        #expect(try Write(sending: linked) == .sendToLink(request))
    }

    @Test("A change of the outbox is told to all that show it")
    func topics() throws {
        let id = try tables.keep(.note("1", to: contact))
        let changes: [(CopyTables) throws -> Void] = [
            { try $0.keep(.add("민지")) }, { try $0.noteUnknown(id) }, { _ = try $0.release(id) },
            { try $0.fail(id, with: NoteletError(.refused, "no")) }, { try $0.remove(id) },
        ]
        for change in changes {
            tables.changed = []
            try change(tables)
            #expect(tables.changed == [.outbox, .messages, .contacts, .user])
        }
    }
}

private typealias Message = NoteletInterface.Message
private typealias Refusal = NoteletAPI.Refusal
