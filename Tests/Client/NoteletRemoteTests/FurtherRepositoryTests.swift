import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import ProtobufCoding
import TTRPC
import Testing

/// Repositories of blocks, words, reports, tickets and items say what they promise.
@Suite("Further repositories over the wire", .timeLimit(.minutes(1)))
struct FurtherRepositoryTests {
    private let note = UUID()
    private let intention = UUID()

    @Test("The name of an intention is the key under which it is sent")
    func keys() async throws {
        let keys = Log<String>()
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.blockSender) { request, context in
                keys.append("block \(request.messageID == note.bytes) \(context.key ?? "")")
                return BlockSenderResponse()
            }
            router.answer(MessagesAPI.unblockSender) { request, context in
                keys.append("unblock \(request.messageID == note.bytes) \(context.key ?? "")")
                return UnblockSenderResponse()
            }
            router.answer(ProfilesAPI.muteWord) { request, context in
                keys.append("mute \(request.word) \(context.key ?? "")")
                return MuteWordResponse()
            }
            router.answer(ProfilesAPI.unmuteWord) { request, context in
                keys.append("unmute \(request.word) \(context.key ?? "")")
                return UnmuteWordResponse()
            }
            router.answer(MessagesAPI.reportMessage) { request, context in
                keys.append("report \(request.detail) \(context.key ?? "")")
                return ReportMessageResponse()
            }
        }
        let remote = desk.remote
        try await remote.blocks.blockSender(ofMessageId: note, intention: intention)
        try await remote.blocks.unblockSender(ofMessageId: note, intention: intention)
        try await remote.mutedWords.muteWord("바보", intention: intention)
        try await remote.mutedWords.unmuteWord("바보", intention: intention)
        let report = Report(id: intention, messageId: note, reason: .other, detail: "?")
        try await remote.reports.sendReport(report)
        #expect(
            keys.entries == [
                "block true \(intention)", "unblock true \(intention)", "mute 바보 \(intention)",
                "unmute 바보 \(intention)", "report ? \(intention)",
            ]
        )
    }

    @Test("Blocks and words are those of who is signed in")
    func lists() async throws {
        let note = note
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.listBlocks) { _, _ in
                let moment = Timestamp(seconds: Int64(FakeClock.start.timeIntervalSince1970))
                return ListBlocksResponse(
                    blocks: [NoteletAPI.Block(messageID: note.bytes, blockedAt: moment)]
                )
            }
            router.answer(ProfilesAPI.listMutedWords) { _, _ in
                ListMutedWordsResponse(words: ["가", "나"])
            }
        }
        let (blocks, words) = (desk.remote.blocks, desk.remote.mutedWords)
        let wanted = Block(messageId: note, blockedAt: FakeClock.start)
        #expect(try await blocks.fetchBlocks(forUserId: desk.userId) == [wanted])
        #expect(try await words.fetchMutedWords(forUserId: desk.userId) == ["가", "나"])
        await #expect(throws: AppError.data(.notFound())) {
            try await blocks.fetchBlocks(forUserId: UUID())
        }
        await #expect(throws: AppError.data(.notFound())) {
            try await words.fetchMutedWords(forUserId: UUID())
        }
    }

    @Test("Each reason of a report is that of the contract")
    func reasons() async throws {
        let reasons = Log<NoteletAPI.ReportReason>()
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.reportMessage) { request, _ in
                reasons.append(request.reason)
                return ReportMessageResponse()
            }
        }
        for reason in NoteletInterface.ReportReason.allCases {
            try await desk.remote.reports.sendReport(.mock(reason: reason))
        }
        #expect(
            reasons.entries == [
                .harassment, .sexualContent, .threat, .spam, .selfHarm, .other,
            ]
        )
    }

    @Test("A stranger's note is sent as nobody's, and its answer is that of its ticket")
    func tickets() async throws {
        let calls = Log<String>()
        let note = note
        let end = FakeClock.start.addingTimeInterval(30 * 86_400)
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.sendToLink) { request, context in
                calls.append("\(context.token ?? "nobody") \(context.key ?? "")")
                return SendResponse(
                    messageID: note.bytes,
                    replyTicket: request.content == "안녕" ? "ticket" : "",
                    ticketExpiresAt: Timestamp(seconds: Int64(end.timeIntervalSince1970))
                )
            }
            router.answer(MessagesAPI.getReply) { request, _ in
                let answer = NoteletAPI.Answer(content: "네")
                return GetReplyResponse(answer: request.replyTicket == "ticket" ? answer : nil)
            }
        }
        let tickets = desk.remote.tickets
        let ticket = try await tickets.sendMessage(Self.note("안녕", id: intention))
        #expect(ticket == ReplyTicket(messageId: note, token: "ticket", expiresAt: end))
        #expect(calls.entries == ["nobody \(intention)"])
        let answer = try await tickets.fetchAnswer(for: ticket)
        #expect(answer?.content == "네" && answer?.messageId == note)
        #expect(try await tickets.fetchAnswer(for: .mock(token: "another")) == nil)
        await #expect(throws: AppError.network(.unknown)) {
            try await tickets.sendMessage(Self.note("표 없음", id: UUID()))
        }
    }

    @Test("A note that shows its sender, or goes to a contact or nowhere, is no stranger's")
    func notesOfSomebody() async throws {
        let desk = try await Desk.signedIn()
        let notes = [
            Self.note("x", id: note, isAnonymous: false), Self.note("x", id: note, link: nil),
            Self.note("x", id: note, contactId: UUID()),
        ]
        for note in notes {
            let error = await #expect(throws: AppError.self) {
                try await desk.remote.tickets.sendMessage(note)
            }
            guard case .data(.validation)? = error?.kind else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    private static func note(
        _ content: String,
        id: UUID,
        contactId: UUID? = nil,
        link: String? = "abc",
        isAnonymous: Bool = true
    ) -> NoteletInterface.Message {
        NoteletInterface.Message(
            id: id,
            direction: .sent,
            contactId: contactId,
            link: link,
            content: content,
            isAnonymous: isAnonymous,
            sentAt: FakeClock.start
        )
    }
}

private typealias Block = NoteletInterface.Block
private typealias Report = NoteletInterface.Report
