import Domain
import Testing

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

    @Test func aStoreIsSoundWhileNotesWait() throws {
        try hold("waits")
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
