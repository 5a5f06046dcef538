import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What is asked for beside notes and contacts is asked for by one id each, too.
@Suite("Intentions of further features")
struct FurtherFeatureTests {
    private let clock = FakeClock()
    private let note = UUID()
    private let intention = UUID()

    @Test("A sender is blocked and unblocked by the note, each time under another name")
    func blocks() async throws {
        let repository = MockBlockRepository(blocksToReturn: [])
        let block = BlockSenderUseCase(blockRepository: repository)
        try await block.execute(messageId: note, intention: intention)
        try await block.execute(messageId: note)
        try await UnblockSenderUseCase(blockRepository: repository).execute(messageId: note)
        let changes =
            repository.blockSenderCalls.arguments + repository.unblockSenderCalls.arguments
        #expect(changes.map(\.messageId) == [note, note, note])
        #expect(changes.first?.intention == intention)
        #expect(Set(changes.map(\.intention)).count == 3)
    }

    @Test("A word is muted and unmuted as it is written, each time under another name")
    func words() async throws {
        let repository = MockMutedWordRepository(wordsToReturn: [])
        let mute = MuteWordUseCase(mutedWordRepository: repository)
        try await mute.execute("바보", intention: intention)
        try await mute.execute("바보")
        try await UnmuteWordUseCase(mutedWordRepository: repository).execute("바보")
        let changes = repository.muteWordCalls.arguments + repository.unmuteWordCalls.arguments
        #expect(changes.map(\.word) == ["바보", "바보", "바보"])
        #expect(changes.first?.intention == intention)
        #expect(Set(changes.map(\.intention)).count == 3)
    }

    @Test("A report says what is wrong, and has the id of its intention")
    func reports() async throws {
        let repository = MockReportRepository()
        repository.sendReportCalls.handler = { _ in }
        let report = ReportMessageUseCase(reportRepository: repository)
        try await report.execute(
            messageId: note,
            reason: .other,
            detail: "이상해요",
            intention: intention
        )
        try await report.execute(messageId: note, reason: .spam)
        let sent = repository.sendReportCalls.arguments
        #expect(
            sent.first
                == Report(id: intention, messageId: note, reason: .other, detail: "이상해요")
        )
        #expect(sent.last?.reason == .spam && sent.last?.detail == nil)
        #expect(sent.last?.id != intention)
    }

    @Test("A stranger's note is anonymous, and what is kept of it is a ticket")
    func tickets() async throws {
        let ticket = ReplyTicket.mock(messageId: note)
        let repository = MockTicketRepository(ticketToReturn: ticket)
        let send = SendMessageAsStrangerUseCase(
            ticketRepository: repository,
            dateClient: clock.dateClient
        )
        let kept = try await send.execute(link: "abc", content: "안녕", intention: intention)
        #expect(kept == ticket && kept.id == note)
        let data = try JSONEncoder().encode(kept)
        #expect(try JSONDecoder().decode(ReplyTicket.self, from: data) == ticket)
        _ = try await send.execute(link: "abc", content: "안녕")
        let notes = repository.sendMessageCalls.arguments
        #expect(notes.map(\.link) == ["abc", "abc"] && notes.allSatisfy(\.isAnonymous))
        #expect(notes.allSatisfy { $0.senderId == nil && $0.sentAt == clock.now })
        #expect(notes.first?.id == intention && notes.last?.id != intention)
    }

    @Test("An item has the id of its intention")
    func items() async throws {
        let repository = MockItemRepository(itemsToReturn: [])
        let add = AddItemUseCase(itemRepository: repository, dateClient: clock.dateClient)
        let added = try await add.execute(
            collection: "news",
            title: "소식",
            payload: Data([1]),
            intention: intention
        )
        let wanted = Item(
            id: intention,
            collection: "news",
            title: "소식",
            createdAt: clock.now,
            payload: Data([1])
        )
        #expect(added == wanted)
        #expect(try await add.execute(collection: "news", title: "소식").id != intention)
    }

    @Test("One set of repositories is all that an application does")
    func useCases() async throws {
        let blocks = MockBlockRepository(blocksToReturn: [])
        let words = MockMutedWordRepository(wordsToReturn: [])
        let reports = MockReportRepository()
        reports.sendReportCalls.handler = { _ in }
        let tickets = MockTicketRepository(ticketToReturn: .mock())
        let items = MockItemRepository(itemsToReturn: [])
        let members = MockMemberRepository(membersToReturn: [.alice, .bob])
        let posts = MockPostRepository(postsToReturn: [])
        let analytics = MockAnalyticsRepository()
        let useCases = UseCases(
            auth: MockAuthRepository(),
            users: MockUserRepository(),
            contacts: MockContactRepository(),
            messages: MockMessageRepository(),
            blocks: blocks,
            mutedWords: words,
            reports: reports,
            tickets: tickets,
            items: items,
            members: members,
            posts: posts,
            analytics: analytics,
            dateClient: clock.dateClient
        )
        try await useCases.blockSender.execute(messageId: note)
        try await useCases.unblockSender.execute(messageId: note)
        try await useCases.muteWord.execute("바보")
        try await useCases.unmuteWord.execute("바보")
        try await useCases.reportMessage.execute(messageId: note, reason: .threat)
        _ = try await useCases.sendMessageAsStranger.execute(link: "abc", content: "안녕")
        let item = try await useCases.addItem.execute(collection: "news", title: "소식")
        #expect(try await useCases.getMembers.execute(collection: "team") == [.alice, .bob])
        let detail = try await useCases.getMemberDetail.execute(memberId: Member.bob.id)
        #expect(detail == MemberDetail(member: .bob, posts: [], postCount: 0))
        let post = try await useCases.createPost.execute(authorId: Member.bob.id, text: "안녕")
        #expect(post.createdAt == clock.now && posts.createPostCalls.count == 1)
        #expect(analytics.loggedUserListViewedCount == 2)
        let counts = [
            blocks.blockSenderCalls.count, blocks.unblockSenderCalls.count,
            words.muteWordCalls.count, words.unmuteWordCalls.count,
            reports.sendReportCalls.count, tickets.sendMessageCalls.count,
            items.addItemCalls.count,
        ]
        #expect(counts == [Int](repeating: 1, count: 7))
        #expect(item.createdAt == clock.now)
        #expect(tickets.sendMessageCalls.arguments.first?.sentAt == clock.now)
    }
}
