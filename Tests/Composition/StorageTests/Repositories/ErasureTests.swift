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

@Suite struct ErasureTests {
    let store: TestStore
    let gone: UserNumber
    let other: UserNumber

    init() throws {
        store = try TestStore()
        gone = try store.account("gone")
        other = try store.account("other")
    }

    private func step(_ recordCountMax: Int) throws -> Bool {
        try store.write { transaction throws(DomainError) in
            try transaction.eraseNext(recordCountMax: recordCountMax)
        }
    }

    private func remove(_ user: UserNumber) throws {
        try store.write { transaction throws(DomainError) in
            try transaction.remove(user, at: .epoch)
        }
    }

    private func id(ofReceived index: Int, by user: UserNumber) throws -> MessageID {
        let bytes = try store.received(by: user).items[index].id
        return MessageID(try #require(OpaqueID(bytes)))
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func anErasureFinishesInSmallStepsThroughRestarts(recordCountMax: Int) throws {
        let (gone, other) = (gone, other)
        let contact = try store.write { transaction throws(DomainError) in
            try transaction.addContact("c", of: gone, to: other).id
        }
        for index in 0..<6 {
            let shown = index % 2 == 0 ? ShownSender.anonymous : .named("gone")
            try store.send("to \(index)", from: gone, to: other, as: shown, through: contact)
            try store.send("from \(index)", from: other, to: gone)
        }
        try store.answer("네", to: try id(ofReceived: 0, by: gone), by: gone)
        try store.answer("예", to: try id(ofReceived: 0, by: other), by: other)
        let anonymous = try store.receivedBytes(by: other).items.enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)

        try remove(gone)
        var steps = 0
        while try step(recordCountMax) {
            steps += 1
            try store.reopen()
            try #require(steps < 200, "the erasure makes progress")
            #expect(try store.received(by: other).items.count == 6)
            #expect(try store.sent(by: other).items.count == 6)
        }
        #expect(steps >= 20 / (3 * recordCountMax))

        let received = try store.received(by: other).items
        #expect(received.map(\.content) == (0..<6).reversed().map { "to \($0)" })
        #expect(
            received.map(\.senderName)
                == (0..<3).flatMap { _ in
                    [DisplayName.unknown, DisplayName.anonymous]
                }
        )
        #expect(received.allSatisfy { $0.contactID.isEmpty })
        #expect(received[0].answer?.content == "예")
        #expect(
            try store.receivedBytes(by: other).items.enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element) == anonymous
        )
        let sent = try store.sent(by: other).items
        #expect(sent.map(\.content) == (0..<6).reversed().map { "from \($0)" })
        #expect(sent[0].answer?.content == "네" && sent[0].answer?.answeredAt?.nanos == 0)
        #expect(try store.messages(of: other, through: contact).items.isEmpty)

        #expect(try store.received(by: gone).items.isEmpty)
        #expect(try store.sent(by: gone).items.isEmpty)
        #expect(try store.changes(of: gone).changes.isEmpty)
        #expect(
            try store.read { view throws(DomainError) in
                try view.contactCount(of: gone)
            } == 0
        )
        #expect(try !step(1), "nothing is left to erase")
    }

    /// What became of a note, such as that it did not arrive or that its receiver deleted it, must
    /// not show in the order in which its sender is told.
    @Test(arguments: [1, 3, 100])
    func aFeedTellsOfNotesInTheOrderInWhichTheyWereSent(recordCountMax: Int) throws {
        let (gone, other) = (gone, other)
        var ids: [MessageID] = []
        for index in 0..<12 {
            let message = NewMessage(
                sender: other,
                receiver: gone,
                content: Content(stored: "note \(index)"),
                shownSender: .anonymous,
                contact: nil,
                receiverName: "gone",
                sentAt: .epoch
            )
            ids.append(
                try store.write { transaction throws(DomainError) in
                    index % 3 == 1
                        ? try transaction.keepUndelivered(message)
                        : try transaction.deliver(message)
                }
            )
        }
        let deleted = try id(ofReceived: 2, by: gone)
        try store.write { transaction throws(DomainError) in
            _ = try transaction.deleteMessage(deleted, of: gone)
        }
        let place = try store.changes(of: other).place
        try remove(gone)
        while try step(recordCountMax) { try store.reopen() }
        let told = try store.changes(of: other, after: place).changes.map { change in
            guard case .messageChanged(let bytes) = change else { return [UInt8]() }
            let message: NoteletAPI.Message = try decoded(bytes)
            guard case .sent(let note) = message.side else { return [] }
            #expect(note.receiverName == DisplayName.unknown)
            return note.id
        }
        #expect(told == ids.map(\.opaque.bytes))
    }

    @Test(arguments: [1, 4, 100])
    func whoseContactsWereLinkedIsTold(recordCountMax: Int) throws {
        let (gone, other) = (gone, other)
        let third = try store.account("third")
        let contacts = try store.write { transaction throws(DomainError) in
            let kept = try transaction.addContact("kept", of: other, to: gone)
            let deleted = try transaction.addContact("deleted", of: other, to: gone)
            try transaction.delete(deleted)
            var relinked = try transaction.addContact("relinked", of: other, to: gone)
            relinked.linkedUser = third
            try transaction.update(relinked)
            var linked = try transaction.addContact("linked", of: third)
            linked.linkedUser = gone
            try transaction.update(linked)
            _ = try transaction.addContact("own", of: gone, to: other)
            return [kept.id, linked.id]
        }
        #expect(try store.count(of: .linkedContacts) == 4)
        let places = try [other, third].map { try store.changes(of: $0).place }
        try remove(gone)
        while try step(recordCountMax) { try store.reopen() }
        for (user, place, contact) in zip(zip([other, third], places), contacts)
            .map({ ($0.0, $0.1, $1) })
        {
            let changes = try store.changes(of: user, after: place).changes
            guard changes.count == 1, case .contact(let told) = changes[0] else {
                Issue.record("\(changes)")
                continue
            }
            #expect(told.id == contact && told.linkedUser == nil)
        }
        #expect(try store.count(of: .linkedContacts) == 1)
        #expect(try store.count(of: .untoldChanges) == 0)
    }

    @Test func answersHalfwayThroughReachNobody() throws {
        for _ in 0..<2 { try store.send("a", from: gone, to: other) }
        try remove(gone)
        #expect(try step(3))
        // The older note lost its way back, the newer one has it still; its sender is gone already.
        for index in 0..<2 {
            let id = try id(ofReceived: index, by: other)
            #expect(try store.answer("늦음", to: id, by: other) != nil)
        }
        while try step(3) {}
        #expect(try store.changes(of: gone).changes.isEmpty)
        #expect(try store.received(by: other).items.allSatisfy { $0.answer?.content == "늦음" })
    }

    @Test func twoWhoWroteToEachOtherBothGo() throws {
        try store.send("a", from: gone, to: other)
        try store.send("b", from: other, to: gone)
        try remove(gone)
        try remove(other)
        while try step(1) { try store.reopen() }
        for user in [gone, other] {
            #expect(try store.received(by: user).items.isEmpty)
            #expect(try store.sent(by: user).items.isEmpty)
        }
    }

    @Test func aGuestIsErasedToo() throws {
        let guest = try store.guest()
        try store.send("손님", from: guest, to: other)
        let before = try store.receivedBytes(by: other).items
        try store.removeAndErase(guest)
        #expect(try store.sent(by: guest).items.isEmpty)
        #expect(try store.receivedBytes(by: other).items == before)
        #expect(try store.answer("답", to: try id(ofReceived: 0, by: other), by: other) != nil)
        #expect(try store.changes(of: guest).changes.isEmpty)
    }

    @Test func undeliveredNotesGoWithTheirSender() throws {
        let (gone, other) = (gone, other)
        try store.write { transaction throws(DomainError) in
            _ = try transaction.keepUndelivered(
                NewMessage(
                    sender: gone,
                    receiver: other,
                    content: Content(stored: "x"),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "other",
                    sentAt: .epoch
                )
            )
        }
        try store.removeAndErase(gone)
        #expect(try store.sent(by: gone).items.isEmpty)
        #expect(try store.count(of: .shownNames) == 0)
    }

    /// Of a note that never arrived no record of the receiver's leads to the name.
    @Test func theNameGoesFromNotesThatNeverArrived() throws {
        let (gone, other) = (gone, other)
        try store.write { transaction throws(DomainError) in
            for _ in 0..<3 {
                _ = try transaction.keepUndelivered(
                    NewMessage(
                        sender: other,
                        receiver: gone,
                        content: Content(stored: "x"),
                        shownSender: .anonymous,
                        contact: nil,
                        receiverName: "gone",
                        sentAt: .epoch
                    )
                )
            }
        }
        try store.send("y", from: other, to: gone)
        #expect(try !store.sent(by: other).items.contains { $0.receiverName == "알 수 없음" })
        try remove(gone)
        #expect(try store.sent(by: other).items.allSatisfy { $0.receiverName == "알 수 없음" })
        while try step(1) { try store.reopen() }
        #expect(try store.sent(by: other).items.map(\.receiverName).allSatisfy { $0 == "알 수 없음" })
        #expect(try store.sent(by: other).items.map(\.content) == ["y", "x", "x", "x"])
    }

    @Test func aGuestWithoutASessionIsErased() throws {
        let guest = try store.guest()
        let other = other
        let session = try store.write { transaction throws(DomainError) in
            let session = Session(
                key: SessionKey(user: guest, number: 1),
                kind: .guest,
                openedAt: .epoch,
                refreshedAt: .epoch,
                accessDigest: [1],
                accessExpiresAt: .epoch,
                refreshDigest: [2],
                refreshExpiresAt: .epoch
            )
            try transaction.put(session)
            return session
        }
        try store.send("손님", from: guest, to: other)
        let before = try store.receivedBytes(by: other).items
        try store.write { transaction throws(DomainError) in
            try transaction.endSession(session.key)
        }
        while try step(1) { try store.reopen() }
        #expect(try store.sent(by: guest).items.isEmpty)
        #expect(try store.receivedBytes(by: other).items == before)
    }

    @Test func whatTheyWereToldInReplyGoesToo() throws {
        let (gone, other) = (gone, other)
        try store.write { transaction throws(DomainError) in
            for day in 0..<3 {
                for user in [gone, other] {
                    let key = ScopedKey(user: user, key: try IdempotencyKey("key-\(day)"))
                    let reply = KeptReply(
                        requestDigest: [UInt8](repeating: 1, count: 16),
                        reply: [9]
                    )
                    try transaction.keep(
                        reply,
                        for: key,
                        at: .epoch.adding(seconds: 86_400 * Int64(day))
                    )
                }
            }
        }
        try remove(gone)
        while try step(1) { try store.reopen() }
        let left = try store.count(of: .replies)
        #expect(left == 3)
    }
}
