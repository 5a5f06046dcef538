import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import Testing

@testable import Serving

/// With a delivery tick anonymous notes wait, and nobody can tell from outside which they are.
@Suite struct HeldNoteTests {
    private let service: TestService
    private let alice: Person
    private let bob: Person

    init() async throws {
        service = try TestService(holdsAnonymousNotes: true)
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func tick() async {
        let housekeeping = Housekeeping(service.running)
        while await housekeeping.deliverHeldNotes() == .moreWaiting {}
    }

    private func feed(of person: Person) async throws -> [NoteletAPI.Change] {
        try await service.call(SyncAPI.pull, PullRequest(), as: person.caller).changes
    }

    @Test("Until the tick the receiver sees nothing, and the sender all")
    func waiting() async throws {
        let before = try await feed(of: alice)
        try await service.send("익명", from: bob, to: alice)
        try await service.send("이름", from: bob, to: alice, revealing: true)
        #expect(try await service.received(by: alice).map(\.content) == ["이름"])
        #expect(try await feed(of: alice).count == before.count + 1)
        let (sent, sentFeed) = (try await service.sent(by: bob), try await feed(of: bob))
        #expect(sent.map(\.content) == ["이름", "익명"])
        service.clock.advance(seconds: 3_600)
        let renewed = (try await service.renewed(alice), try await service.renewed(bob))
        await tick()
        let received = try await service.received(by: renewed.0)
        #expect(received.map(\.content) == ["익명", "이름"])
        let hour = try #require(received[0].receivedAt).seconds - 3_600
        #expect(hour == received[1].receivedAt?.seconds, "it has the time of the tick")
        #expect(try await service.sent(by: renewed.1) == sent)
        #expect(try await feed(of: renewed.1) == sentFeed)
        #expect(try service.recordCounts(of: ["held", "shown_names"]) == [0, 0])
    }

    @Test("Who blocks, mutes or leaves before the tick does not get it")
    func decidedAtTheTick() async throws {
        try await service.send("first", from: bob, to: alice)
        await tick()
        let first = try #require(try await service.received(by: alice).first)
        try await service.send("after", from: bob, to: alice)
        let block = BlockSenderRequest(messageID: first.id)
        try await service.call(MessagesAPI.blockSender, block, as: alice.caller)
        let carol = try await service.person("carol")
        try await service.send("나쁜 말", from: bob, to: carol)
        let word = MuteWordRequest(word: "나쁜")
        try await service.call(ProfilesAPI.muteWord, word, as: carol.caller)
        let dora = try await service.person("dora")
        try await service.send("to who is put to rest", from: bob, to: dora)
        try await service.set(.inactive, of: dora)
        await tick()
        #expect(try await service.received(by: alice).map(\.content) == ["first"])
        #expect(try await service.received(by: carol).isEmpty)
        #expect(try await service.sent(by: bob).count == 4)
        #expect(try service.recordCounts(of: ["held", "inbox"]) == [0, 1])
    }

    @Test("What its sender deletes, or who leaves, does not come")
    func takenBack() async throws {
        let id = try await service.send("taken back", from: bob, to: alice)
        let deletion = DeleteMessageRequest(messageID: id)
        try await service.call(MessagesAPI.deleteMessage, deletion, as: bob.caller)
        let carol = try await service.person("carol")
        try await service.send("of one who goes", from: carol, to: alice)
        try await service.send("to one who goes", from: alice, to: carol)
        let leaving = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, leaving, as: carol.caller)
        await tick()
        await service.keepHouse()
        await tick()
        #expect(try await service.received(by: alice).isEmpty)
        #expect(try await service.sent(by: alice).map(\.receiverName) == ["알 수 없음"])
        #expect(try service.recordCounts(of: ["held", "inbox", "shown_names"]) == [0, 0, 0])
    }

    @Test("The order of those of one tick is not that of their sending")
    func shuffled() async throws {
        let texts = (0..<30).map { "note \($0)" }
        for text in texts { try await service.send(text, from: bob, to: alice) }
        await tick()
        let received = try await service.received(by: alice).map(\.content)
        #expect(received.sorted() == texts.sorted())
        #expect(received != texts && received != texts.reversed())
    }
}
