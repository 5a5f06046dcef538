import Domain
import NoteletAPI
import NoteRules
import NoteStorage
import Storage
import Testing

@Suite struct BlockTests {
    let store: TestStore
    let receiver: UserNumber
    let sender: UserNumber
    let other: UserNumber
    /// The receiver's ids of two notes of the sender and then one of the other.
    let notes: [MessageID]

    init() throws {
        store = try TestStore()
        receiver = try store.account("receiver")
        sender = try store.account("sender")
        other = try store.account("other")
        for user in [sender, sender, other] { try store.send("a", from: user, to: receiver) }
        notes = try store.received(by: receiver).items.reversed()
            .map { MessageID(try #require(OpaqueID($0.id))) }
    }

    @discardableResult
    private func block(_ note: MessageID, at moment: Instant = .epoch) throws -> Bool {
        let receiver = receiver
        return try store.write { transaction throws(DomainError) in
            try transaction.blockSender(of: note, receivedBy: receiver, at: moment)
        }
    }

    private func unblock(_ note: MessageID) throws -> Bool {
        let receiver = receiver
        return try store.write { transaction throws(DomainError) in
            try transaction.unblockSender(of: note, receivedBy: receiver)
        }
    }

    private func isBlocked(
        _ user: UserNumber,
        by receiver: UserNumber? = nil,
        sending disclosure: Disclosure = .anonymous
    ) throws -> Bool {
        let receiver = receiver ?? self.receiver
        return try store.read { view throws(DomainError) in
            try view.isBlocked(user, by: receiver, sending: disclosure)
        }
    }

    private func list() throws -> [NoteRules.Block] {
        try store.read { view throws(DomainError) in try view.blocks(of: receiver) }
    }

    @Test func aBlockMeetsItsSenderAndNobodyElse() throws {
        #expect(try block(notes[0]))
        #expect(try isBlocked(sender))
        #expect(try !isBlocked(other))
        #expect(try !isBlocked(sender, by: other))
    }

    @Test func aBlockStopsNotesThatDiscloseAsMuch() throws {
        try store.send("b", from: sender, to: receiver, as: .named("sender"))
        let newest = try #require(try store.received(by: receiver).items.first)
        let named = MessageID(try #require(OpaqueID(newest.id)))
        try block(named)
        #expect(try isBlocked(sender, sending: .username))
        #expect(try !isBlocked(sender, sending: .anonymous))
        try block(notes[0])
        #expect(try isBlocked(sender, sending: .anonymous))
        #expect(try unblock(named))
        #expect(try !isBlocked(sender, sending: .username))
    }

    @Test func aSenderStaysBlockedByTheOtherNote() throws {
        try block(notes[0])
        try block(notes[1])
        #expect(try unblock(notes[0]))
        #expect(try isBlocked(sender))
        #expect(try unblock(notes[1]))
        #expect(try !isBlocked(sender))
        #expect(try !unblock(notes[1]), "again is no change")
    }

    @Test func theListIsByTimeAndShowsNoSender() throws {
        try block(notes[0], at: .epoch)
        try block(notes[2], at: .epoch.adding(seconds: 1))
        try block(notes[1], at: .epoch.adding(seconds: 2))
        try block(notes[0], at: .epoch.adding(seconds: 3))
        #expect(try list().map(\.message) == [notes[1], notes[2], notes[0]])
        #expect(try list().last?.blockedAt == .epoch)
    }

    @Test func aBlockOutlivesItsSenderInTheList() throws {
        try block(notes[0])
        try store.removeAndErase(sender)
        #expect(try list().map(\.message) == [notes[0]])
        try block(notes[0], at: .epoch.adding(seconds: 9))
        #expect(try list() == [NoteRules.Block(message: notes[0], blockedAt: .epoch)])
        try block(notes[1])
        #expect(try list().count == 2)
        #expect(try unblock(notes[0]) && unblock(notes[1]))
        #expect(try list().isEmpty)
    }

    @Test func onlyAReceivedNoteBlocks() throws {
        let receiver = receiver
        let sent = try store.send("b", from: receiver, to: sender)
        #expect(try !block(sent))
        #expect(try !unblock(sent))
        let other = other
        let note = notes[0]
        #expect(
            try store.write { transaction throws(DomainError) in
                try !transaction.blockSender(of: note, receivedBy: other, at: .epoch)
            }
        )
    }
}
