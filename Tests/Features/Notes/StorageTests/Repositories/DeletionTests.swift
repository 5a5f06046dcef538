import AccountRules
import Domain
import NoteRules
import NoteletAPI
import StorageEngine
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// Notes that one of their two people deletes.
@Suite struct DeletionTests {
    let store: TestStore
    let anna: UserNumber
    let ben: UserNumber

    init() throws {
        store = try TestStore()
        anna = try store.account("anna")
        ben = try store.account("ben")
    }

    @discardableResult
    private func delete(_ id: MessageID, of user: UserNumber) throws -> Bool {
        try store.write { transaction throws(DomainError) in
            try transaction.deleteMessage(id, of: user)
        }
    }

    /// The ids of what somebody received, newest first.
    private func received(by user: UserNumber) throws -> [MessageID] {
        try store.received(by: user).items.map { MessageID(try #require(OpaqueID($0.id))) }
    }

    /// All that somebody's lists and feed give, byte for byte.
    private func view(of user: UserNumber, through contact: ContactID) throws -> [[UInt8]] {
        try store.receivedBytes(by: user).items + store.sentBytes(by: user).items
            + store.contactBytes(of: user, through: contact).items
            + store.changes(of: user).changes.map { Array("\($0)".utf8) }
    }

    private func contact() throws -> ContactID {
        let (anna, ben) = (anna, ben)
        return try store.write { transaction throws(DomainError) in
            try transaction.addContact("벤", of: anna, to: ben).id
        }
    }

    @Test(arguments: [true, false], [true, false])
    func whoDeletesANoteDeletesItFromTheOwnViewAlone(isShown: Bool, isAnswered: Bool) throws {
        let contact = try contact()
        let shown = isShown ? ShownSender.named("anna") : .anonymous
        let sent = try store.send("쪽지", from: anna, to: ben, as: shown, through: contact)
        let note = try received(by: ben)[0]
        if isAnswered { try store.answer("답", to: note, by: ben) }
        let sender = try view(of: anna, through: contact)
        let receiver = try view(of: ben, through: contact)

        #expect(try delete(note, of: ben))
        #expect(try view(of: anna, through: contact) == sender)
        #expect(try received(by: ben).isEmpty)
        #expect(try store.messages(of: ben, through: contact).items.isEmpty)
        let feed = try store.changes(of: ben).changes.map { "\($0)" }
        #expect(feed.count == 2 && feed.last == "\(NoteRules.Change.messageDeleted(note))")
        #expect(try !delete(note, of: ben), "it is gone")
        #expect(try store.answer("늦음", to: note, by: ben) == nil)

        let other = try store.send("둘", from: anna, to: ben, as: shown, through: contact)
        let second = try received(by: ben)[0]
        if isAnswered { try store.answer("답", to: second, by: ben) }
        let after = try view(of: ben, through: contact)
        #expect(after.count > receiver.count || isAnswered || !isShown)
        #expect(try delete(other, of: anna))
        #expect(try view(of: ben, through: contact) == after)
        #expect(try delete(sent, of: anna))
        #expect(try store.sent(by: anna).items.isEmpty)
        #expect(try store.messages(of: anna, through: contact).items.isEmpty)
        if !isAnswered { #expect(try store.answer("뒤에", to: second, by: ben) != nil) }
        #expect(try store.changes(of: anna).changes.count == 4, "account, contact, two deletions")
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [true, false])
    func noPlaceIsGivenTwice(isReopened: Bool) throws {
        var ids: Set<MessageID> = []
        for round in 0..<4 {
            let sent = try store.send("쪽지 \(round)", from: anna, to: ben)
            let note = try received(by: ben)[0]
            #expect(ids.insert(sent).inserted && ids.insert(note).inserted)
            #expect(try delete(note, of: ben) && delete(sent, of: anna))
            if isReopened { try store.reopen() }
        }
        #expect(try store.findings().isEmpty)
    }

    @Test func nobodyDeletesForAnother() throws {
        let sent = try store.send("쪽지", from: anna, to: ben)
        let note = try received(by: ben)[0]
        let carl = try store.account("carl")
        #expect(try !delete(sent, of: ben) && !delete(note, of: anna))
        #expect(try !delete(sent, of: carl) && !delete(note, of: carl))
        #expect(try received(by: ben) == [note])
    }

    @Test(arguments: [true, false])
    func aBlockOutlivesItsNote(isAnonymous: Bool) throws {
        let (anna, ben) = (anna, ben)
        try store.send("쪽지", from: anna, to: ben, as: isAnonymous ? .anonymous : .named("anna"))
        let note = try received(by: ben)[0]
        func isBlocked(_ disclosure: Disclosure) throws -> Bool {
            try store.read { view throws(DomainError) in
                try view.isBlocked(anna, by: ben, sending: disclosure)
            }
        }
        try store.write { transaction throws(DomainError) in
            _ = try transaction.blockSender(of: note, receivedBy: ben, at: .epoch)
        }
        // As an earlier version stored it.
        try store.write { transaction throws(DomainError) in
            var key: Key?
            try transaction.scanKeys(.blocks, .all(of: ben), .ascending) { bytes in
                key = Key(bytes: bytes)
                return .stop
            }
            guard let key else { return }
            let old = BlockEntry(blockedAt: .epoch, disclosure: nil)
            try transaction.put(old.encoded(), for: key, in: .blocks)
        }
        #expect(try isBlocked(.anonymous) == isAnonymous && isBlocked(.username) == !isAnonymous)
        #expect(try delete(note, of: ben))
        #expect(try isBlocked(.anonymous) == isAnonymous && isBlocked(.username) == !isAnonymous)
        let blocks = try store.read { view throws(DomainError) in try view.blocks(of: ben) }
        #expect(blocks.map(\.message) == [note])
        let wasThere = try store.write { transaction throws(DomainError) in
            try transaction.unblockSender(of: note, receivedBy: ben)
        }
        #expect(try wasThere && !isBlocked(.anonymous) && !isBlocked(.username))
        #expect(try store.findings().isEmpty)
    }

    @Test func aReportOutlivesItsNoteOnBothSides() throws {
        let ben = ben
        let guest = try store.guest()
        let sent = try store.send("쪽지", from: guest, to: ben)
        let note = try received(by: ben)[0]
        try store.write { transaction throws(DomainError) in
            let report = NewReport(reason: .threat, detail: "", reportedAt: .epoch)
            _ = try transaction.addReport(report, about: note, receivedBy: ben)
        }
        #expect(try delete(note, of: ben) && delete(sent, of: guest))
        let sender = try store.read { view throws(DomainError) in try view.reportedSender(of: 1) }
        let id = try store.read { view in view.userID(of: guest) }
        #expect(sender == .guest(id), "a guest does not get away by deleting the note")
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [1, 3, 100])
    func whoDeletesNotesAndThenTheAccountLosesTheNameAsWell(recordCountMax: Int) throws {
        let contact = try contact()
        let sent = try store.send("이름", from: anna, to: ben, as: .named("anna"), through: contact)
        try store.send("익명", from: anna, to: ben)
        let anonymous = try store.receivedBytes(by: ben).items[0]
        #expect(try delete(sent, of: anna))
        let anna = anna
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        while try store.write({ transaction throws(DomainError) in
            try transaction.eraseNext(recordCountMax: recordCountMax)
        }) { try store.reopen() }
        let notes = try store.received(by: ben).items
        #expect(notes.map(\.senderName) == [DisplayName.anonymous, DisplayName.unknown])
        #expect(try store.receivedBytes(by: ben).items[0] == anonymous)
        #expect(try store.findings().isEmpty)
    }

    @Test func itComesBackFromADump() throws {
        let village = try Village()
        let dump = try village.store.revealingDump()
        for entry in ["received_deleted", "sent_deleted", "sender_deleted", "\"stops\""] {
            #expect(String(decoding: dump, as: UTF8.self).contains(entry), "\(entry)")
        }
    }
}
