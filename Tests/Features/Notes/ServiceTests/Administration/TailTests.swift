import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving
import Records
@testable import NoteService

/// What operators who watch are told, and what they are not.
@Suite struct TailTests {
    private let service: TestService
    private let desk: AdminDesk
    private let root: AdminOperator
    private let alice: Person
    private let bob: Person

    init() async throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
        root = try await desk.operator()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    /// Lets a bit of everything happen around one note.
    private func live() async throws {
        try await service.send("열두 글자", from: bob, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        let caller = alice.caller
        let answer = AnswerMessageRequest(messageID: note.id, content: "응")
        try await service.call(MessagesAPI.answerMessage, answer, as: caller)
        let block = BlockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.blockSender, block, as: caller)
        let report = ReportMessageRequest(messageID: note.id, reason: .spam)
        try await service.call(MessagesAPI.reportMessage, report, as: caller)
    }

    @Test func eventsAreOfReceiversAndWithoutTheirTexts() async throws {
        var tail = try await root.tail()
        // Neither signing up nor a note that does not arrive is an event.
        _ = try await service.person("carol")
        try await live()
        try await service.send("막힌 쪽지", from: bob, to: alice)
        try await service.send("이름", from: alice, to: bob, revealing: true)
        var events: [TailEvent] = []
        while events.count < 5, let event = try await tail.next() { events.append(event) }
        #expect(events.map(\.kind) == [.received, .answered, .blocked, .reported, .received])
        #expect(events.prefix(4).allSatisfy { $0.userID == alice.user.id })
        #expect(events[0].characterCount == 5 && events[0].isAnonymous)
        #expect(events[1].characterCount == 1)
        #expect(events[3].reportNumber == 1 && events[3].reason == .spam)
        #expect(events[4].senderName == "alice" && events[4].username == "bob")
        #expect(events.allSatisfy { $0.sender == nil && ($0.at?.seconds ?? 1) % 60 == 0 })
        #expect(try service.audit().isEmpty)
    }

    @Test func sendersAreToldToWhoAskedAndWasRecorded() async throws {
        var open = try await root.tail(revealSenders: true)
        var closed = try await root.tail()
        #expect(try service.audit().map(\.action) == ["tail --reveal-senders"])
        try await service.send(from: bob, to: alice)
        let told = try await open.next()
        #expect(
            told?.sender == NoteletAPI.NoteSender(kind: .account, id: bob.user.id, username: "bob")
        )
        #expect(try await closed.next()?.sender == nil)
    }

    @Test func twoWatchAndTheStoreTellsOnlyMeanwhile() async throws {
        let tails = service.notes.tails
        #expect(tails.tailCount == 0)
        var first = try await root.tail()
        let other = try await desk.operator()
        var second = try await other.tail()
        #expect(tails.tailCount == 2)
        try await service.send(from: bob, to: alice)
        #expect(try await first.next()?.kind == .received)
        #expect(try await second.next()?.kind == .received)
        other.client.close()
        root.client.close()
        await #expect(throws: RPCError.self) { try await second.next() }
        let patience = Patience()
        while tails.tailCount > 0 { try await patience.pause() }
    }

    @Test func aTailOfWhichNothingIsToldGivesSignsOfLife() async throws {
        var tail = try await root.tail()
        let housekeeping = Housekeeping(service.running)
        for _ in 0..<2 {
            housekeeping.beat()
            #expect(try await tail.next() == TailEvent(kind: .alive))
        }
        try await service.send(from: bob, to: alice)
        #expect(try await tail.next()?.kind == .received)
    }
}
