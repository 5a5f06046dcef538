import Domain
import NoteletAPI
import Testing

@testable import Storage

/// One damaged record is told as that, and costs no other.
@Suite struct DamageTests {
    let store: TestStore
    let sender: UserNumber
    let receiver: UserNumber
    let ids: [MessageID]

    init() throws {
        store = try TestStore()
        sender = try store.account("sender")
        receiver = try store.account("receiver")
        for text in ["a", "b", "c"] { try store.send(text, from: sender, to: receiver) }
        ids = try store.received(by: receiver).items.reversed()
            .map { MessageID(try #require(OpaqueID($0.id))) }
    }

    private func content(_ id: MessageID, of user: UserNumber) throws(DomainError) -> String? {
        try store.read { view throws(DomainError) in
            switch try view.message(id, of: user) {
            case .received(let message): message.content.text
            case .sent(let message): message.content.text
            case nil: nil
            }
        }
    }

    private func isDamage(_ error: any Error) -> Bool {
        if case .dataLoss = error as? DomainError { true } else { false }
    }

    @Test func othersAreServed() throws {
        try store.damage(.inbox) { $0 == 1 }
        #expect(try content(ids[0], of: receiver) == "a")
        #expect(try content(ids[2], of: receiver) == "c")
        #expect { try content(ids[1], of: receiver) } throws: { isDamage($0) }
        #expect { try store.received(by: receiver) } throws: { isDamage($0) }
        #expect(try store.received(by: receiver, limit: 1).items.map(\.content) == ["c"])
        #expect { try store.sent(by: sender) } throws: { isDamage($0) }
    }

    @Test func anErasureGetsPastTheOthersDamage() throws {
        try store.damage(.inbox) { $0 == 1 }
        try store.removeAndErase(sender)
        #expect(try store.sent(by: sender).items.isEmpty)
        #expect(try content(ids[0], of: receiver) == "a")
        #expect(try store.answer("답", to: ids[2], by: receiver) != nil)
        #expect(try store.changes(of: sender).changes.isEmpty)
    }

    @Test func aDamagedBlockStillBlocks() throws {
        let (receiver, id) = (receiver, ids[0])
        try store.write { transaction throws(DomainError) in
            _ = try transaction.blockSender(of: id, receivedBy: receiver, at: .epoch)
        }
        try store.damage(.blocks) { _ in true }
        #expect(
            try store.read { view throws(DomainError) in
                try view.isBlocked(sender, by: receiver, sending: .anonymous)
            }
        )
    }

    @Test func aNoteWhoseOtherHalfIsMissingIsDamage() throws {
        let note = SentNote(
            NewMessage(
                sender: sender,
                receiver: receiver,
                content: Content(stored: "x"),
                shownSender: .anonymous,
                contact: nil,
                receiverName: "",
                sentAt: .epoch
            ),
            body: .received(OpaqueID(high: 7, low: 7))
        )
        let sender = sender
        let id = try store.write { transaction throws(DomainError) in
            guard let transaction = transaction as? StoreTransaction else {
                throw .storeUnavailable("")
            }
            let place = Place(sender, try transaction.takeSequence(of: sender))
            try transaction.put(note, at: place)
            return transaction.secrets.identifiers.sentID(place)
        }
        #expect(throws: RecordKind.sent.damaged) { try content(id, of: sender) }
        #expect(throws: RecordKind.sent.damaged) { try store.sentBytes(by: sender, limit: 1) }
    }
}
