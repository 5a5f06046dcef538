import AccountRules
import Domain
import NoteRules
import NoteletAPI
import ProtobufCoding
import StorageEngine
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct MessageTests {
    let store: TestStore
    let sender: UserNumber
    let receiver: UserNumber

    init() throws {
        store = try TestStore()
        sender = try store.account("sender")
        receiver = try store.account("receiver")
    }

    private func receivedID(_ index: Int = 0) throws -> MessageID {
        let bytes = try store.received(by: receiver).items[index].id
        return MessageID(try #require(OpaqueID(bytes)))
    }

    @Test func eachSideSeesItsOwnNote() throws {
        let moment = Instant.epoch
        let sentID = try store.send("안녕", from: sender, to: receiver, at: moment)
        let sent = try #require(try store.sent(by: sender).items.first)
        let received = try #require(try store.received(by: receiver).items.first)
        #expect(sent.id == sentID.opaque.bytes)
        #expect(sent.id != received.id)
        #expect(sent.content == "안녕" && received.content == "안녕")
        #expect(sent.receiverName == "receiver" && sent.isAnonymous && received.isAnonymous)
        #expect(received.senderName == DisplayName.anonymous && received.contactID.isEmpty)
        #expect(sent.sentAt?.seconds == 1_700_000_012 && sent.sentAt?.nanos == 345_000_000)
        #expect(received.receivedAt?.seconds == 1_699_999_980 && received.receivedAt?.nanos == 0)
        #expect(try store.received(by: sender).items.isEmpty)
        #expect(try store.sent(by: receiver).items.isEmpty)
    }

    @Test func aNoteIsFoundByItsViewersIdOnly() throws {
        let sentID = try store.send("a", from: sender, to: receiver)
        let receivedID = try receivedID()
        try store.read { view throws(DomainError) in
            guard case .sent(let sent) = try view.message(sentID, of: sender) else {
                Issue.record("the sender has the note")
                return
            }
            #expect(sent.content.text == "a" && sent.sentAt == .epoch && sent.status == .pending)
            guard case .received(let received) = try view.message(receivedID, of: receiver) else {
                Issue.record("the receiver has the note")
                return
            }
            #expect(
                received.sender == .anonymous && received.receivedAt == Instant.epoch.toTheMinute
            )
            #expect(try view.message(sentID, of: receiver) == nil)
            #expect(try view.message(receivedID, of: sender) == nil)
            let nothing = MessageID(OpaqueID(high: 1, low: 2))
            #expect(try view.message(nothing, of: sender) == nil)
        }
    }

    @Test func ownNotesCostAsManyReadsWhetherTheyArrivedOrNot() throws {
        let (sender, receiver) = (sender, receiver)
        let other = try store.account("other")
        let unheard = try store.write { transaction throws(DomainError) in
            try transaction.keepUndelivered(
                NewMessage(
                    sender: other,
                    receiver: receiver,
                    content: Content(stored: "b"),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "receiver",
                    sentAt: .epoch
                )
            )
        }
        let heard = try store.send("b", from: sender, to: receiver)
        let counts = try store.store.engine.read { records throws(DomainError) in
            try [(sender, heard), (other, unheard)].map { user, id throws(DomainError) in
                let counted = CountedView(records)
                let view = StoreView(counted, store.store.secrets)
                _ = try view.visitSent(by: user, before: nil, limit: 10) { _ in .next }
                let listed = counted.visitCount
                _ = try view.message(id, of: user)
                return [listed, counted.visitCount]
            }
        }
        #expect(counts[0] == counts[1])
    }

    @Test(arguments: [1, 2, 3, 7, 8, 500, .max])
    func pagesAreCompleteAndNewestFirst(limit: Int) throws {
        let texts = (0..<7).map { "note \($0)" }
        for text in texts { try store.send(text, from: sender, to: receiver) }
        var received: [String] = []
        var sent: [String] = []
        var place: Sequence?
        repeat {
            let page = try store.received(by: receiver, before: place, limit: limit)
            #expect(page.items.count <= limit)
            received += page.items.map(\.content)
            place = page.next
        } while place != nil
        repeat {
            let page = try store.sent(by: sender, before: place, limit: limit)
            sent += page.items.map(\.content)
            place = page.next
        } while place != nil
        #expect(received == texts.reversed())
        #expect(sent == texts.reversed())
    }

    @Test func aPlaceStaysRightWhileNotesArrive() throws {
        for index in 0..<4 { try store.send("\(index)", from: sender, to: receiver) }
        let first = try store.received(by: receiver, limit: 2)
        try store.send("new", from: sender, to: receiver)
        let second = try store.received(by: receiver, before: first.next, limit: 2)
        #expect(first.items.map(\.content) + second.items.map(\.content) == ["3", "2", "1", "0"])
        #expect(second.next == nil)
    }

    @Test func theVisitorMayEndThePage() throws {
        for index in 0..<3 { try store.send("\(index)", from: sender, to: receiver) }
        try store.read { view throws(DomainError) in
            var count = 0
            let next = try view.visitReceived(by: receiver, before: nil, limit: 3) { _ in
                count += 1
                return count == 2 ? .last : .next
            }
            #expect(count == 2 && next != nil)
            let end = try view.visitReceived(by: receiver, before: next, limit: 3) { _ in .last }
            #expect(end == nil, "nothing is left behind the last note")
        }
    }

    @Test func anAnswerIsSeenByBothToTheirPrecision() throws {
        let sentID = try store.send("a", from: sender, to: receiver)
        let moment = Instant.epoch.adding(milliseconds: 90_000)
        let answered = try store.answer("네", to: try receivedID(), by: receiver, at: moment)
        #expect(
            answered?.answer == NoteRules.Answer(content: Content(stored: "네"), answeredAt: moment)
        )
        try store.reopen()
        let received = try #require(try store.received(by: receiver).items.first)
        #expect(received.answer?.content == "네")
        #expect(received.answer?.answeredAt?.seconds == 1_700_000_102)
        #expect(received.answer?.answeredAt?.nanos == 345_000_000)
        let sent = try #require(try store.sent(by: sender).items.first)
        #expect(sent.answer?.content == "네")
        #expect(sent.answer?.answeredAt?.seconds == 1_700_000_100)
        #expect(sent.answer?.answeredAt?.nanos == 0)
        guard
            case .sent(let message) = try store.read({ view throws(DomainError) in
                try view.message(sentID, of: sender)
            })
        else {
            Issue.record("the sender has the note")
            return
        }
        #expect(message.answer?.answeredAt == moment.toTheMinute)
    }

    @Test func anAnswerIsGivenOnceAndByTheReceiver() throws {
        let sentID = try store.send("a", from: sender, to: receiver)
        let receivedID = try receivedID()
        #expect(try store.answer("x", to: sentID, by: sender) == nil)
        #expect(try store.answer("x", to: receivedID, by: sender) == nil)
        #expect(try store.answer("first", to: receivedID, by: receiver) != nil)
        #expect(throws: DomainError.refused(.alreadyAnswered)) {
            try store.answer("second", to: receivedID, by: receiver)
        }
        #expect(try store.received(by: receiver).items.first?.answer?.content == "first")
    }

    @Test func anUndeliveredNoteLooksDeliveredToItsSender() throws {
        let (sender, receiver) = (sender, receiver)
        try store.send("delivered", from: sender, to: receiver)
        try store.write { transaction throws(DomainError) in
            _ = try transaction.keepUndelivered(
                NewMessage(
                    sender: sender,
                    receiver: receiver,
                    content: Content(stored: "delivered"),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "receiver",
                    sentAt: .epoch
                )
            )
        }
        #expect(try store.received(by: receiver).items.count == 1)
        var sent = try store.sent(by: sender).items
        #expect(sent.count == 2)
        for index in sent.indices { sent[index].id = [] }
        #expect(sent[0] == sent[1])
    }

    @Test func aContactsHistoryHoldsOwnNotesAndThoseThatShowTheirSender() throws {
        let (sender, receiver) = (sender, receiver)
        let contact = try store.write { transaction throws(DomainError) in
            try transaction.addContact("friend", of: sender, to: receiver).id
        }
        try store.send("anonymous", from: sender, to: receiver, through: contact)
        try store.send("shown", from: sender, to: receiver, as: .named("sender"), through: contact)
        try store.send("back", from: receiver, to: sender, as: .named("receiver"), through: contact)
        try store.send("elsewhere", from: sender, to: receiver)
        let own = try store.messages(of: sender, through: contact).items.map(text)
        #expect(own == ["< back", "> shown", "> anonymous"])
        let other = try store.messages(of: receiver, through: contact).items.map(text)
        #expect(other == ["> back", "< shown"])
        let first = try store.messages(of: sender, through: contact, limit: 2)
        let rest = try store.messages(of: sender, through: contact, before: first.next, limit: 2)
        #expect(rest.items.map(text) == ["> anonymous"] && rest.next == nil)
        let shown = try store.received(by: receiver).items[1]
        #expect(shown.senderName == "sender" && shown.contactID == contact.opaque.bytes)
    }

    private func text(_ message: NoteletAPI.Message) -> String {
        switch message.side {
        case .received(let received): "< " + received.content
        case .sent(let sent): "> " + sent.content
        case nil: ""
        }
    }
}
