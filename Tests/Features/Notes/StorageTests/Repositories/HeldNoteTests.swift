import AccountRules
import Domain
import NoteRules
import NoteletAPI
import ProtobufCoding
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// What is held survives, and whatever becomes of it leaves a sound store.
@Suite struct HeldNoteTests {
    private let store: TestStore
    private let sender: UserNumber
    private let receiver: UserNumber

    init() throws {
        store = try TestStore()
        sender = try store.account("sender")
        receiver = try store.account("receiver")
    }

    private func hold(_ text: String) throws {
        let (sender, receiver) = (sender, receiver)
        try store.write { transaction throws(DomainError) in
            _ = try transaction.hold(
                NewMessage(
                    sender: sender,
                    receiver: receiver,
                    content: Content(stored: text),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "receiver",
                    sentAt: .epoch
                )
            )
        }
    }

    private func deliver() throws {
        let now = Instant.epoch.adding(seconds: 7_200)
        try store.write { transaction throws(DomainError) in
            while try DeliverHeldNotes().run(in: transaction, at: now) {}
        }
    }

    @Test func aRestartDeliversWhatWasHeld() throws {
        for number in 0..<3 { try hold("note \(number)") }
        try store.reopen()
        #expect(try store.count(of: .held) == 3)
        #expect(try store.received(by: receiver).items.isEmpty)
        try deliver()
        #expect(try store.count(of: .held) == 0)
        #expect(try store.received(by: receiver).items.count == 3)
        #expect(try store.findings().isEmpty)
    }

    /// A receiver whose record is damaged holds up nobody else's notes.
    @Test func whatCannotArriveHoldsNothingUp() throws {
        for number in 0..<3 { try hold("note \(number)") }
        try store.damage(.users) { $0 == 1 }
        try deliver()
        #expect(try store.count(of: .held) == 0)
    }

    @Test func aStoreIsSoundWhileNotesWait() throws {
        try hold("waits")
        #expect(try store.findings().isEmpty)
    }

    /// What a sender's feed tells of a receiver who goes, bit by bit, does not say which notes had
    /// been delivered and which were waiting.
    @Test func aReceiverWhoGoesIsToldOfInTheOrderOfSending() throws {
        try store.send("came", from: sender, to: receiver)
        try hold("waits")
        try store.send("came as well", from: sender, to: receiver)
        let sent = try store.sent(by: sender).items.reversed().map(\.id)
        let before = try store.changes(of: sender).place
        let receiver = receiver
        try store.write { store throws(DomainError) in try store.remove(receiver, at: .epoch) }
        var hasMore = true
        while hasMore {
            hasMore = try store.write { store throws(DomainError) in
                try store.eraseNext(recordCountMax: 1)
            }
            try store.reopen()
            let told = try notesTold(after: before)
            #expect(sent.starts(with: told))
        }
        #expect(try notesTold(after: before) == sent)
        try deliver()
        #expect(try store.count(of: .held) == 0)
        #expect(try store.findings().isEmpty)
    }

    /// The ids of the sent notes that the sender's feed says have changed.
    private func notesTold(after place: Sequence) throws -> [[UInt8]] {
        try store.changes(of: sender, after: place).changes.map { change in
            guard case .messageChanged(let bytes) = change,
                case .sent(let note)? = try ProtobufDecoder()
                    .decode(NoteletAPI.Message.self, from: bytes).side
            else { return [] }
            return note.id
        }
    }

    /// Nor does the receiver's feed say that a sender goes whose note waits.
    @Test func aSenderWhoGoesIsNotToldOfWhileANoteWaits() throws {
        try store.send("came", from: sender, to: receiver)
        try store.send("shown", from: sender, to: receiver, as: .named("sender"))
        try hold("waits")
        let before = try store.changes(of: receiver).place
        try store.removeAndErase(sender)
        #expect(try store.changes(of: receiver, after: before).changes.count == 1)
        try deliver()
        #expect(try store.changes(of: receiver, after: before).changes.count == 1)
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [true, false])
    func whoGoesTakesAlongWhatWaits(isSender: Bool) throws {
        try hold("waits")
        try store.removeAndErase(isSender ? sender : receiver)
        try deliver()
        #expect(try store.count(of: .held) == 0)
        #expect(try store.count(of: .inbox) == 0)
        #expect(try store.findings().isEmpty)
    }
}
