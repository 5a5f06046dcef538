import NoteletAPI
import Testing

@testable import Serving

/// What a note tells beside its text: its status, the id of its answer, and who sent it.
@Suite struct NoteFactsTests {
    let service: TestService
    let receiver: Person
    let sender: Person
    let contact: Contact

    init() async throws {
        service = try TestService()
        receiver = try await service.person("receiver")
        sender = try await service.person("sender")
        contact = try await service.addContact("받는 사람", of: sender, link: receiver.link)
    }

    private func answer(_ note: ReceivedMessage) async throws -> ReceivedMessage {
        let request = AnswerMessageRequest(messageID: note.id, content: "답장")
        let method = MessagesAPI.answerMessage
        return try #require(
            try await service.call(method, request, as: receiver.caller).message
        )
    }

    private func note(_ id: [UInt8], of person: Person) async throws -> Message.Side? {
        let request = GetMessageRequest(id: id)
        let method = MessagesAPI.getMessage
        return try await service.call(method, request, as: person.caller).message?.side
    }

    private func history(of person: Person) async throws -> [Message.Side?] {
        let request = ListByContactRequest(contactID: contact.id)
        let method = MessagesAPI.listByContact
        return try await service.call(method, request, as: person.caller).messages.map(\.side)
    }

    private func changes(of person: Person) async throws -> [Change.Kind] {
        let page = try await service.call(SyncAPI.pull, PullRequest(), as: person.caller)
        return page.changes.compactMap(\.kind)
    }

    @Test func aNamedNoteShowsTheAccountOfItsSender() async throws {
        try await service.send(from: sender, to: receiver, revealing: true)
        try await service.send(from: sender, through: contact, revealing: true)
        let notes = try await service.received(by: receiver)
        #expect(notes.map(\.senderID) == [sender.user.id, sender.user.id])
        #expect(try await note(notes[0].id, of: receiver) == .received(notes[0]))
        #expect(try await history(of: receiver) == [.received(notes[0])])
        let arrivals = try await changes(of: receiver).compactMap { kind in
            if case .received(let note) = kind { note } else { nil }
        }
        #expect(arrivals == notes.reversed())
        #expect(try await answer(notes[0]).senderID == sender.user.id)
    }

    @Test func anAnonymousNoteShowsNobodysAccount() async throws {
        let guest = try await service.guest()
        try await service.send(from: sender, to: receiver)
        try await service.send(from: sender, through: contact)
        try await service.send(from: guest, to: receiver)
        let notes = try await service.received(by: receiver)
        #expect(notes.count == 3 && notes.allSatisfy(\.senderID.isEmpty))
        #expect(try await answer(notes[0]).senderID.isEmpty)
    }

    @Test func whoDeletesTheAccountIsShownByNoID() async throws {
        try await service.send(from: sender, to: receiver, revealing: true)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: sender.caller)
        for _ in 0..<2 {
            let note = try #require(try await service.received(by: receiver).first)
            #expect(note.senderName == "알 수 없음" && note.senderID.isEmpty)
            #expect(try await self.note(note.id, of: receiver) == .received(note))
            await service.keepHouse()
        }
    }

    @Test func theStatusFollowsTheAnswer() async throws {
        let sentID = try await service.send(from: sender, through: contact)
        let pending = try #require(try await service.received(by: receiver).first)
        #expect(pending.status == .pending)
        #expect(try await service.sent(by: sender).map(\.status) == [.pending])
        let answered = try await answer(pending)
        #expect(answered.status == .answered)
        #expect(try await service.received(by: receiver) == [answered])
        #expect(try await note(pending.id, of: receiver) == .received(answered))
        let sent = try #require(try await service.sent(by: sender).first)
        #expect(sent.status == .answered && sent.id == sentID)
        #expect(try await note(sentID, of: sender) == .sent(sent))
        #expect(try await history(of: sender) == [.sent(sent)])
        // The feed tells of the note as it came, and then of the answer.
        let received = try await changes(of: receiver)
        #expect(received.contains(.received(pending)))
        let change = MessageAnswered(messageID: pending.id, answer: answered.answer)
        #expect(received.contains(.answered(change)))
        let toldSender = MessageAnswered(messageID: sentID, answer: sent.answer)
        #expect(try await changes(of: sender).contains(.answered(toldSender)))
    }

    @Test func theTwoSidesKnowAnAnswerByIDsOfTheirOwn() async throws {
        var ids: Set<[UInt8]> = []
        for _ in 0..<20 {
            try await service.send(from: sender, to: receiver)
            let note = try #require(try await service.received(by: receiver).first)
            let answered = try await answer(note)
            let sent = try #require(try await service.sent(by: sender).first)
            let answerIDs = [answered.answer?.id, sent.answer?.id].compactMap(\.self)
            #expect(answerIDs.allSatisfy { $0.count == 16 })
            ids.formUnion([note.id, sent.id] + answerIDs)
        }
        #expect(ids.count == 80)
    }
}
