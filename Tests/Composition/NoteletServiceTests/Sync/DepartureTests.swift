import NoteletAPI
import Testing

@testable import Serving

/// What feeds tell when somebody goes, and of blocks.
@Suite struct DepartureTests {
    let service: TestService
    let alice: Person
    let bob: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func changes(
        of person: Person,
        after cursor: [UInt8] = []
    ) async throws -> (kinds: [Change.Kind], cursor: [UInt8]) {
        let request = PullRequest(cursor: cursor, pageSize: 500)
        let page = try await service.call(SyncAPI.pull, request, as: person.caller)
        return (page.changes.compactMap(\.kind), page.cursor)
    }

    @Test func aWatchTellsOfAllThatShowedWhoIsGone() async throws {
        let contact = try await service.addContact("밥", of: alice, link: bob.link)
        try await service.send("이름", from: bob, to: alice, revealing: true)
        try await service.send("익명", from: bob, to: alice)
        try await service.send("밥에게", from: alice, through: contact)
        let named = try #require(try await service.received(by: alice).last)
        let answer = AnswerMessageRequest(messageID: named.id, content: "답장")
        try await service.call(MessagesAPI.answerMessage, answer, as: alice.caller)
        let start = try await changes(of: alice).cursor
        let watch = RecordingStream()
        let request = WatchRequest(cursor: start)
        _ = try service.open(SyncAPI.watch, request, as: alice.elsewhere, on: watch)
        watch.runJobs()
        let before = watch.messages.count
        let delete = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, delete, as: bob.caller)
        await service.keepHouse()
        watch.runJobs()
        #expect(watch.messages.count > before)
        let received = try #require(try await service.received(by: alice).last)
        let sent = try #require(try await service.sent(by: alice).first)
        let unlinked = try #require(try await service.contacts(of: alice).first)
        #expect(received.senderName == "알 수 없음" && received.answer?.content == "답장")
        #expect(sent.receiverName == "알 수 없음" && !unlinked.isLinked)
        #expect(
            try await changes(of: alice, after: start).kinds == [
                .contact(unlinked), .changedMessage(Message(side: .received(received))),
                .changedMessage(Message(side: .sent(sent))),
            ]
        )
    }

    @Test func blocksAreInTheFeedOfWhoMadeThemAlone() async throws {
        try await service.send(from: bob, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        let (start, others) = (try await changes(of: alice).cursor, try await changes(of: bob))
        let block = BlockSenderRequest(messageID: note.id)
        for _ in 0..<2 {
            try await service.call(MessagesAPI.blockSender, block, as: alice.caller)
        }
        let list = { [service, alice] () async throws -> [Block] in
            let method = MessagesAPI.listBlocks
            return try await service.call(method, ListBlocksRequest(), as: alice.caller).blocks
        }
        let blocked = try #require(try await list().first)
        let told = try await changes(of: alice, after: start)
        #expect(told.kinds == [.block(blocked)])
        let unblock = UnblockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.unblockSender, unblock, as: alice.caller)
        let end = [Change.Kind.unblockedMessageID(note.id)]
        #expect(try await changes(of: alice, after: told.cursor).kinds == end)
        // Who reads it all now is told of the end alone.
        #expect(try await changes(of: alice, after: start).kinds == end)
        let othersNow = try await changes(of: bob)
        #expect(othersNow.kinds == others.kinds)
    }
}
