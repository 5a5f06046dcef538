import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What is deleted here while the service may be about to get it.
@Suite("Writes that are taken back")
struct WithdrawnTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()
    private let note = UUID()
    private let refused = NoteletError(.refused, "no")

    init() throws {
        copy = try TestCopy()
    }

    /// Keeps a note that was tried, and its deletion.
    private func withdraw(_ write: Write) throws -> (note: UUID, deletion: UUID) {
        let id = try tables.keep(write)
        _ = try tables.noteTry(id, at: .start)
        #expect(try tables.withdraw(id) == false)
        return (id, try tables.keep(.deletion(ofNote: id)))
    }

    @Test("A note that may be on its way is gone at once, and is deleted once it has arrived")
    func arrivingNotes() throws {
        for write in [Write.note("1", to: contact), .note("1", toLink: "abc")] {
            let (sent, deletion) = try withdraw(write)
            #expect(try tables.shownContents(.sent) == [] && tables.shownMessage(sent) == nil)
            #expect(try tables.heads() == [sent])
            let id = UUID()
            try tables.take(.sent(.note("1", id: id)), to: write, intention: sent)
            #expect(try tables.shownContents(.sent) == [] && tables.shownMessage(sent) == nil)
            #expect(try tables.heads() == [deletion])
            let entry = try #require(try tables.entry(deletion))
            #expect(entry.write == .deletion(ofNote: id) && entry.lane == id.bytes)
            try tables.take(.deletedMessage(id.bytes), to: entry.write, intention: deletion)
            #expect(try tables.entries().isEmpty && tables.contents(.sent) == [])
        }
    }

    @Test("A note whose arrival is found out by reading is deleted as well")
    func foundNotes() throws {
        let (sent, deletion) = try withdraw(.note("1", to: contact))
        try tables.feed(.sent(.note("1", id: note, contact: contact)))
        try tables.settle(try #require(try tables.entry(sent)))
        #expect(try tables.entries().map(\.id) == [deletion])
        #expect(try tables.entry(deletion)?.write == .deletion(ofNote: note))
        #expect(try tables.shownContents(.sent) == [])
    }

    @Test("A note that was refused, or is not there, is given up with its deletion")
    func lostNotes() throws {
        let (first, _) = try withdraw(.note("1", to: contact))
        try tables.fail(first, with: refused)
        #expect(try tables.entries().isEmpty)
        let (second, _) = try withdraw(.note("2", to: contact))
        try tables.settle(try #require(try tables.entry(second)))
        #expect(try tables.entries().isEmpty)
        let (third, _) = try withdraw(.note("3", to: contact))
        #expect(try tables.giveUp(third))
        #expect(try tables.entries().isEmpty)
    }

    @Test("A contact that was refused is given up with its deletion")
    func lostContacts() throws {
        let added = try tables.keep(.add("민지"))
        _ = try tables.noteTry(added, at: .start)
        try tables.keep(.memo("a", of: added))
        try tables.keep(.deletion(ofContact: added))
        try tables.fail(added, with: refused)
        #expect(try tables.entries().isEmpty && tables.shownContacts().isEmpty)
    }

    @Test("The deletion of a note for a contact that waits goes where that goes")
    func notesForPendingContacts() throws {
        let added = try tables.keep(.add("민지"))
        let (sent, deletion) = try withdraw(.note("1", to: added))
        let reply = Reply.contact(.named("민지", id: contact))
        try tables.take(reply, to: .add("민지"), intention: added)
        #expect(try tables.heads() == [sent])
        #expect(try tables.entry(deletion)?.lane == contact.bytes)
        let write = Write.note("1", to: contact)
        try tables.take(.sent(.note("1", id: note)), to: write, intention: sent)
        #expect(try tables.entry(deletion)?.write == .deletion(ofNote: note))
    }

    @Test("Other notes of the conversation are as they were")
    func otherNotes() throws {
        let other = try tables.keep(.note("0", to: contact))
        let (sent, deletion) = try withdraw(.note("1", to: contact))
        let last = try tables.keep(.note("2", to: contact))
        #expect(try tables.shownContents(.sent) == ["2", "0"])
        try tables.fail(other, with: refused)
        #expect(try tables.entries().map(\.id) == [other, sent, deletion, last])
        let write = Write.note("1", to: contact)
        try tables.take(.sent(.note("1", id: note)), to: write, intention: sent)
        #expect(try tables.heads() == [deletion, last])
    }
}
