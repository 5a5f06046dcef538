import NoteletAPI
import Testing

@testable import Serving

/// Answers, blocks and reports: what a receiver can do about a note.
@Suite struct ReceiverTests {
    let service: TestService
    let alice: Person
    let bob: Person
    let sentID: [UInt8]
    let note: ReceivedMessage

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
        sentID = try await service.send("쪽지", from: bob, to: alice)
        note = try #require(try await service.received(by: alice).first)
    }

    private func answer(
        _ id: [UInt8],
        _ content: String = "답장",
        as person: Person
    ) async throws -> RefusalReason? {
        let request = AnswerMessageRequest(messageID: id, content: content)
        return try await service.reason(MessagesAPI.answerMessage, request, as: person.caller)
    }

    private func block(_ id: [UInt8], as person: Person? = nil) async throws -> RefusalReason? {
        let request = BlockSenderRequest(messageID: id)
        let caller = (person ?? alice).caller
        return try await service.reason(MessagesAPI.blockSender, request, as: caller)
    }

    private func unblock(_ id: [UInt8]) async throws {
        let request = UnblockSenderRequest(messageID: id)
        try await service.call(MessagesAPI.unblockSender, request, as: alice.caller)
    }

    private func blocks() async throws -> [[UInt8]] {
        let method = MessagesAPI.listBlocks
        return try await service.call(method, ListBlocksRequest(), as: alice.caller)
            .blocks.map(\.messageID)
    }

    @Test func aDeletedNoteIsGoneForWhoDeletedItAlone() async throws {
        func delete(_ id: [UInt8], as person: Person) async throws -> RefusalReason? {
            let request = DeleteMessageRequest(messageID: id)
            return try await service.reason(
                MessagesAPI.deleteMessage,
                request,
                as: person.caller
            )
        }
        #expect(try await block(note.id) == nil)
        #expect(try await delete(note.id, as: bob) == .messageNotFound)
        #expect(try await delete(note.id, as: alice) == nil)
        #expect(try await delete(note.id, as: alice) == .messageNotFound)
        #expect(try await service.received(by: alice).isEmpty)
        #expect(try await service.sent(by: bob).map(\.content) == ["쪽지"])
        #expect(try await answer(note.id, as: alice) == .messageNotFound)
        #expect(try await block(note.id) == .messageNotFound)
        #expect(try await blocks() == [note.id])
        try await unblock(note.id)
        #expect(try await blocks().isEmpty)
        #expect(try await delete(sentID, as: bob) == nil)
        #expect(try await service.sent(by: bob).isEmpty)
    }

    @Test func onlyTheReceiverAnswersOnlyOnceAndTheSenderSeesIt() async throws {
        let stranger = try await service.person("stranger")
        #expect(try await answer(sentID, as: bob) == .notReceiver)
        #expect(try await answer(note.id, as: bob) == .messageNotFound)
        #expect(try await answer(note.id, as: stranger) == .messageNotFound)
        #expect(try await answer(sentID, as: alice) == .messageNotFound)
        #expect(try await answer(note.id, " ", as: alice) == .invalidValue)
        #expect(try await answer(note.id, " 답장\n", as: alice) == nil)
        #expect(try await answer(note.id, "또", as: alice) == .alreadyAnswered)
        #expect(try await service.sent(by: bob).map(\.answer?.content) == ["답장"])
        #expect(try await service.received(by: alice).map(\.answer?.content) == ["답장"])
    }

    @Test func ofTwoAnswersAtOnceOneCounts() async throws {
        let (service, alice, note) = (service, alice, note)
        let reasons = await withTaskGroup(of: RefusalReason??.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let content = "\(number)"
                    let request = AnswerMessageRequest(messageID: note.id, content: content)
                    let method = MessagesAPI.answerMessage
                    return try? await service.reason(method, request, as: alice.elsewhere)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reasons.count { $0 == .some(nil) } == 1)
        #expect(reasons.count { $0 == .alreadyAnswered } == 3)
    }

    @Test func aBlockedSenderNoticesNothingAndNothingArrives() async throws {
        #expect(try await block(note.id) == nil)
        let carol = try await service.person("carol")
        let request = SendToLinkRequest(link: alice.link, content: "안녕")
        let method = MessagesAPI.sendToLink
        let blocked = try await service.call(method, request, as: bob.caller)
        let free = try await service.call(method, request, as: carol.caller)
        #expect(blocked.sentAt == free.sentAt)
        #expect(blocked.messageID.count == free.messageID.count)
        let history = [try await service.sent(by: bob)[0], try await service.sent(by: carol)[0]]
            .map { note in
                var note = note
                note.id = []
                return encode(note)
            }
        #expect(history[0] == history[1])
        #expect(try await service.received(by: alice).map(\.content) == ["안녕", "쪽지"])
    }

    @Test func aBlockHoldsOnEveryWayAndAnsweringStaysPossible() async throws {
        let contact = try await service.addContact("bob", of: alice, link: bob.link)
        #expect(try await block(note.id) == nil)
        try await service.send("through", from: bob, through: contact)
        #expect(try await service.received(by: alice).count == 1)
        #expect(try await answer(note.id, as: alice) == nil)
        #expect(try await service.sent(by: bob).last?.answer != nil)
    }

    @Test func aBlockDoesNotShowByTheOtherKindOfNotesWhoseItIs() async throws {
        let contact = try await service.addContact("bob", of: alice, link: bob.link)
        #expect(try await block(note.id) == nil)
        try await service.send("named", from: bob, through: contact, revealing: true)
        let named = try await service.received(by: alice)[0]
        #expect(named.content == "named" && named.senderName == "bob")
        try await unblock(note.id)
        #expect(try await block(named.id) == nil)
        try await service.send("stopped", from: bob, through: contact, revealing: true)
        try await service.send("anonymous", from: bob, through: contact)
        let contents = try await service.received(by: alice).map(\.content)
        #expect(contents == ["anonymous", "named", "쪽지"])
    }

    @Test func blockingTellsNotWhetherTwoNotesHaveOneSender() async throws {
        try await service.send("둘째", from: bob, to: alice)
        let second = try await service.received(by: alice)[0]
        #expect(try await block(note.id) == nil)
        service.clock.advance(seconds: 1)
        #expect(try await block(second.id) == nil)
        #expect(try await block(second.id) == nil)
        #expect(try await blocks() == [second.id, note.id])
        // Taken back by one note, the sender stays blocked by the other.
        try await unblock(second.id)
        try await service.send("stopped", from: bob, to: alice)
        #expect(try await service.received(by: alice).count == 2)
        try await unblock(note.id)
        try await unblock(note.id)
        try await service.send("again", from: bob, to: alice)
        #expect(try await service.received(by: alice).count == 3)
        #expect(try await blocks().isEmpty)
    }

    @Test func onlyAReceiverBlocksAndReports() async throws {
        #expect(try await block(sentID, as: bob) == .notReceiver)
        #expect(try await block(note.id, as: bob) == .messageNotFound)
        let report = ReportMessageRequest(messageID: sentID, reason: .spam)
        let method = MessagesAPI.reportMessage
        #expect(try await service.reason(method, report, as: bob.caller) == .notReceiver)
    }

    @Test func aReportHasAReasonAndABoundDetail() async throws {
        let long = String(repeating: "가", count: 1_000)
        let method = MessagesAPI.reportMessage
        let good = ReportMessageRequest(messageID: note.id, reason: .threat, detail: long)
        #expect(try await service.reason(method, good, as: alice.caller) == nil)
        let wrong: [(String, ReportMessageRequest)] = [
            ("reason", ReportMessageRequest(messageID: note.id)),
            ("reason", ReportMessageRequest(messageID: note.id, reason: .init(rawValue: -1))),
            ("reason", ReportMessageRequest(messageID: note.id, reason: .init(rawValue: 262))),
            (
                "detail",
                ReportMessageRequest(messageID: note.id, reason: .spam, detail: long + "가")
            ),
        ]
        for (field, request) in wrong {
            let refusal = try await service.refusal(method, request, as: alice.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == field)
        }
    }
}
