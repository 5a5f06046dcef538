import AccountRules
import Domain
import EngineTestSupport
import Locking
import NoteRules
import NoteletAPI
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

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
    }

    /// Each place of a list, of both sides and of the feed: the first, the last, all of them.
    @Test(arguments: [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]])
    func damagedNotesAreLeftOut(places: [Int]) throws {
        let before = try [sender, receiver].map { try store.changes(of: $0).changes.count }
        try store.damage(.inbox) { places.contains($0) }
        let told = Mutex<[String]>([])
        store.store.observeLeftOut { table in told.withLock { $0.append(table) } }
        let sound = [0, 1, 2].filter { !places.contains($0) }.map { ["a", "b", "c"][$0] }
        #expect(try store.received(by: receiver).items.map(\.content) == sound.reversed())
        #expect(try store.sent(by: sender).items.map(\.content) == sound.reversed())
        var page = try store.received(by: receiver, limit: 1)
        var found: [String] = []
        while true {
            found += page.items.map(\.content)
            guard let next = page.next else { break }
            page = try store.received(by: receiver, before: next, limit: 1)
        }
        #expect(found == sound.reversed())
        for (user, count) in zip([sender, receiver], before) {
            let (changes, place, hasMore) = try store.changes(of: user)
            #expect(changes.count == count - places.count)
            #expect(!hasMore)
            #expect(try store.changes(of: user, after: place).changes.isEmpty)
        }
        // Each time it is counted, and told of each record once.
        let counts = Dictionary(uniqueKeysWithValues: store.store.leftOutCounts.map { ($0, $1) })
        #expect(counts["inbox", default: 0] > places.count)
        #expect(counts["sent", default: 0] >= places.count)
        #expect(counts["users"] == 0)
        let names = told.withLock { $0 }
        #expect(names.filter { $0 == "inbox" }.count == places.count)
        #expect(names.filter { $0 == "sent" }.count == places.count)
    }

    @Test func whatIsToldIsBounded() {
        let leftOut = LeftOutRecords(of: Schema.tableNames)
        let told = Atomic<Int>(0)
        leftOut.observe { _ in _ = told.add(1, ordering: .relaxed) }
        for _ in 0..<2 {
            for number in 0..<LeftOutRecords.toldCountMax + 5 {
                Key(number: number).withBytes { leftOut.add($0, in: .inbox) }
            }
        }
        #expect(told.load(ordering: .relaxed) == LeftOutRecords.toldCountMax)
        let count = leftOut.counts[Int(TableID.inbox.rawValue)].count
        #expect(count == 2 * LeftOutRecords.toldCountMax + 10)
    }

    @Test func damagedContactsSessionsAndBlocksAreLeftOut() throws {
        let (sender, receiver) = (sender, receiver)
        try store.write { transaction throws(DomainError) in
            for name in ["one", "two", "three"] {
                _ = try transaction.addContact(name, of: receiver)
            }
        }
        try store.damage(.contacts) { $0 == 1 }
        let names = try store.read { view throws(DomainError) in
            try view.contacts(of: receiver, after: nil, limit: 10).contacts.map(\.name.text)
        }
        #expect(names == ["one", "three"])
        try store.damage(.users) { $0 == 0 }
        var users: [UserNumber] = []
        _ = try store.read { view throws(DomainError) in
            try view.visitAccounts(after: nil, limit: 10) { user in
                users.append(user.number)
                return .next
            }
        }
        #expect(users == [sender, receiver].filter { $0 != min(sender, receiver) })
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
            let place = Place(sender, try transaction.takeSequence(of: sender))
            try transaction.put(note, at: place)
            return transaction.secrets.identifiers.sentID(place)
        }
        #expect(throws: RecordKind.sent.damaged) { try content(id, of: sender) }
        #expect(try store.sent(by: sender, limit: 1).items.map(\.content) == ["c"])
    }
}
