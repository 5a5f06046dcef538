import AccountRules
import AccountStorage
import Domain
import NoteRules
import NoteStorage
import NoteletAPI
import Storage
import Testing

/// What a receiver can tell about who sent an anonymous note: nothing.
@Suite struct AnonymityTests {
    let store: TestStore
    let receiver: UserNumber

    init() throws {
        store = try TestStore()
        receiver = try store.account("receiver")
    }

    @Test func anAnonymousNoteHasTheSameBytesWhoeverSentIt() throws {
        let receiver = receiver
        let account = try store.account("account")
        let friend = try store.account("friend")
        let guest = try store.guest()
        let contact = try store.write { transaction throws(DomainError) in
            try transaction.addContact("friend", of: receiver, to: friend).id
        }
        try store.send("같은 말", from: account, to: receiver)
        try store.send("같은 말", from: friend, to: receiver, through: contact)
        try store.send("같은 말", from: guest, to: receiver)
        let notes = try store.receivedBytes(by: receiver).items
        // Tag and count of the id take 2 bytes, the id 16.
        #expect(Set(notes.map { Array($0.dropFirst(18)) }).count == 1)
        #expect(Set(notes.map { Array($0.prefix(18)) }).count == 3)
        let listed = try store.messages(of: receiver, through: contact).items
        #expect(listed.isEmpty)
        let feed = try store.changes(of: receiver).changes.compactMap { change -> [UInt8]? in
            if case .received(let bytes) = change { bytes } else { nil }
        }
        #expect(Set(feed) == Set(notes))
    }

    @Test func idsTellNoOrderAndCannotBeJoined() throws {
        let sender = try store.account("sender")
        for _ in 0..<64 { try store.send("a", from: sender, to: receiver) }
        let sent = try store.sent(by: sender).items.map(\.id)
        let received = try store.received(by: receiver).items.map(\.id)
        #expect(Set(sent).count == 64 && Set(received).count == 64)
        #expect(Set(sent).isDisjoint(with: received))
        for ids in [sent, received] {
            let rising = zip(ids, ids.dropFirst())
                .filter { $0.lexicographicallyPrecedes($1) }.count
            #expect(16...48 ~= rising, "ids are in no order")
        }
    }

    @Test func anotherKeyGivesOtherIds() throws {
        let other = try TestStore()
        let number = try other.account("receiver")
        #expect(number == receiver)
        let id = try store.read { $0.userID(of: number) }
        let otherID = try other.read { $0.userID(of: number) }
        #expect(id != otherID)
    }

    @Test func nothingTheReceiverSeesChangesWithTheSender() throws {
        let receiver = receiver
        let sender = try store.account("sender")
        let other = try store.account("other")
        for user in [sender, other] { try store.send("a", from: user, to: receiver) }
        let ids = try store.received(by: receiver).items.map { try #require(OpaqueID($0.id)) }
        try store.answer("답", to: MessageID(ids[0]), by: receiver)
        let before = try store.receivedBytes(by: receiver).items
        let feedBefore = try store.changes(of: receiver)

        try store.write { transaction throws(DomainError) in
            guard var user = try transaction.user(sender) else { return }
            user.username = Username(stored: "renamed")
            try transaction.update(user)
            try transaction.remove(other, at: .epoch)
            try transaction.eraseAll(recordCountMax: 1)
        }
        try store.removeAndErase(sender)

        #expect(try store.receivedBytes(by: receiver).items == before)
        let feedAfter = try store.changes(of: receiver)
        #expect(feedAfter.place == feedBefore.place)
        #expect(feedAfter.changes.map { "\($0)" } == feedBefore.changes.map { "\($0)" })
        for id in ids {
            try store.write { transaction throws(DomainError) in
                #expect(
                    try transaction.blockSender(of: MessageID(id), receivedBy: receiver, at: .epoch)
                )
            }
        }
        #expect(
            try store.read { view throws(DomainError) in
                try view.blocks(of: receiver)
            }.count == 2
        )
        #expect(try store.answer("늦은 답", to: MessageID(ids[1]), by: receiver) != nil)
    }
}
