import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import Testing

/// What the contract says is what applications see, at its edges, too.
@Suite("Values of repositories")
struct ValueTests {
    private let id = UUID()
    private let other = UUID()
    private let moment = Timestamp(seconds: 1_700_000_000, nanos: 500_000_000)
    private let date = Date(timeIntervalSince1970: 1_700_000_000.5)

    @Test("A value without an id is not understood", arguments: [[], [1], [UInt8](1...17)])
    func missingIds(bytes: [UInt8]) {
        let strange = AppError.network(.unknown)
        let answer = NoteletAPI.Answer(content: "x", id: bytes)
        #expect(throws: strange) { try User(NoteletAPI.User(id: bytes)) }
        #expect(throws: strange) { try User(PublicProfile(id: bytes)) }
        #expect(throws: strange) { try Contact(NoteletAPI.Contact(id: bytes), of: id) }
        #expect(throws: strange) { try Message(ReceivedMessage(id: bytes), of: id) }
        #expect(throws: strange) { try Message(SentMessage(id: bytes), of: id) }
        #expect(throws: strange) { try Answer(answer, to: id) }
        // A note whose answer has none is none either.
        #expect(throws: strange) {
            try Message(ReceivedMessage(id: id.bytes, answer: answer), of: id)
        }
        #expect(throws: strange) { try Message(SentMessage(id: id.bytes, answer: answer), of: id) }
        #expect(UUID(optional: bytes) == nil)
    }

    @Test("An id is the same there and back")
    func ids() throws {
        #expect(id.bytes.count == 16)
        #expect(UUID(optional: id.bytes) == id)
        #expect(try UUID(required: id.bytes) == id)
        #expect("\(IdempotencyKey.of(id).text)" == id.uuidString)
    }

    @Test("What is empty is not there")
    func emptyFields() throws {
        let received = try Message(ReceivedMessage(id: id.bytes), of: nil)
        #expect(received.direction == .received && received.status == .pending)
        #expect(received.senderId == nil && received.receiverId == nil)
        #expect(received.contactId == nil && received.otherName == nil && received.answer == nil)
        #expect(received.sentAt == .distantPast && received.writeState == .saved)
        let sent = try Message(SentMessage(id: id.bytes), of: nil)
        #expect(sent.direction == .sent && sent.senderId == nil && sent.contactId == nil)
        #expect(sent.otherName == nil && sent.sentAt == .distantPast)
        let contact = try Contact(NoteletAPI.Contact(id: id.bytes), of: other)
        #expect(contact.relationship == nil && contact.memo == nil && contact.newLink == nil)
        #expect(contact.registeredAt == .distantPast && !contact.isLinked)
        let user = try User(NoteletAPI.User(id: id.bytes))
        #expect(user.profileImageURL == nil && user.personalLink == nil && user.plan == .free)
        #expect(user.createdAt == .distantPast)
        let answer = try Answer(NoteletAPI.Answer(id: id.bytes), to: other)
        #expect(answer.answeredAt == .distantPast && answer.messageId == other)
    }

    @Test("A note has what its side of it knows")
    func notes() throws {
        let answer = NoteletAPI.Answer(content: "고마워", answeredAt: moment, id: other.bytes)
        let received = try Message(
            .received(
                ReceivedMessage(
                    id: id.bytes,
                    content: "안녕",
                    receivedAt: moment,
                    senderName: "minji",
                    contactID: other.bytes,
                    answer: answer,
                    senderID: other.bytes
                )
            ),
            of: id
        )
        #expect(received.senderId == other && received.receiverId == id)
        #expect(received.otherName == "minji" && received.contactId == other)
        #expect(received.content == "안녕" && received.sentAt == date && !received.isAnonymous)
        #expect(received.answer?.id == other && received.answer?.messageId == id)
        #expect(received.answer?.content == "고마워" && received.answer?.answeredAt == date)
        let sent = try Message(
            .sent(
                SentMessage(
                    id: id.bytes,
                    content: "안녕",
                    sentAt: moment,
                    isAnonymous: true,
                    receiverName: "jisoo"
                )
            ),
            of: other
        )
        #expect(sent.senderId == other && sent.receiverId == nil && sent.otherName == "jisoo")
        #expect(sent.isAnonymous && sent.sentAt == date)
    }

    @Test("Nobody sees how the sender of an anonymous note is called")
    func anonymousNotes() throws {
        let note = ReceivedMessage(id: id.bytes, senderName: "익명", isAnonymous: true)
        #expect(try Message(note, of: other).otherName == nil)
    }

    @Test("A premium plan has an end, or none")
    func plans() throws {
        func plan(_ plan: NoteletAPI.Plan?) throws -> NoteletInterface.Plan {
            try User(NoteletAPI.User(id: id.bytes, plan: plan)).plan
        }
        #expect(
            try plan(NoteletAPI.Plan(kind: .premium, expiresAt: moment)) == .premium(until: date)
        )
        #expect(try plan(NoteletAPI.Plan(kind: .premium)) == .premium(until: nil))
        #expect(try plan(NoteletAPI.Plan(kind: .free, expiresAt: moment)) == .free)
        #expect(try plan(NoteletAPI.Plan(kind: PlanKind(rawValue: 9))) == .free)
        #expect(try plan(nil) == .free)
    }

    @Test("An account has a link where it has an address")
    func links() throws {
        func link(_ url: String) throws -> NoteletInterface.PersonalLink? {
            let link = NoteletAPI.PersonalLink(token: "abc", url: url)
            return try User(NoteletAPI.User(id: id.bytes, personalLink: link)).personalLink
        }
        let found = try #require(try link("https://example.org/abc"))
        #expect(found.userId == id && found.token == "abc")
        #expect(found.url.absoluteString == "https://example.org/abc")
        #expect(try link("") == nil)
    }

    @Test("Of another's account there is what all may see")
    func profiles() throws {
        let profile = PublicProfile(
            username: "jisoo",
            profileImageURL: "https://example.org/a.png",
            id: id.bytes
        )
        let user = try User(profile)
        #expect(user.id == id && user.username == "jisoo" && user.email.isEmpty)
        #expect(user.profileImageURL?.absoluteString == "https://example.org/a.png")
        #expect(user.personalLink == nil && user.plan == .free && user.createdAt == .distantPast)
    }

    @Test("A contact is added with what it has, and a link is changed where it shall be")
    func contacts() throws {
        var contact = Contact(id: id, ownerUserId: other, name: "민지", registeredAt: date)
        #expect(contact.addition == AddContactRequest(name: "민지"))
        #expect(
            contact.change
                == UpdateContactRequest(id: id.bytes, name: "민지", relationship: "", memo: "")
        )
        contact.newLink = ""
        #expect(contact.change.link == "")
        contact.newLink = "abc"
        contact.memo = "키가 큼"
        #expect(contact.addition.link == "abc" && contact.change.link == "abc")
        #expect(contact.addition.memo == "키가 큼" && contact.change.memo == "키가 큼")
    }
}

private typealias Answer = NoteletInterface.Answer
private typealias Contact = NoteletInterface.Contact
private typealias Message = NoteletInterface.Message
private typealias User = NoteletInterface.User
