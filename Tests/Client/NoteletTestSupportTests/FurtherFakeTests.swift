import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of further features")
struct FurtherFakeTests {
    @Test("Blocks are as a test says, to who asks and to who observes")
    func blocks() async throws {
        let block = Block.mock()
        let repository = MockBlockRepository(blocksToReturn: [block])
        let user = UUID()
        #expect(try await repository.fetchBlocks(forUserId: user) == [block])
        #expect(repository.fetchBlocksCalls.arguments == [user])
        var seen = repository.observeBlocks().makeAsyncIterator()
        #expect(await seen.next() == [block])
        repository.blocks.value = []
        #expect(await seen.next() == [])
        repository.blockSenderCalls.handler = { _ in throw AppError.network(.timeout) }
        await #expect(throws: AppError.network(.timeout)) {
            try await repository.blockSender(ofMessageId: block.id, intention: user)
        }
        #expect(repository.blockSenderCalls.count == 1)
        var none = MockBlockRepository().observeBlocks().makeAsyncIterator()
        #expect(await none.next() == [])
    }

    @Test("Muted words are as a test says")
    func words() async throws {
        let repository = MockMutedWordRepository(wordsToReturn: ["바보"])
        #expect(try await repository.fetchMutedWords(forUserId: UUID()) == ["바보"])
        #expect(repository.fetchMutedWordsCalls.count == 1)
    }

    @Test("A ticket gives the answer that a test says, and is remembered as asked for")
    func tickets() async throws {
        let ticket = ReplyTicket.mock()
        let answer = Answer(
            id: ticket.id,
            messageId: ticket.messageId,
            content: "네",
            answeredAt: FakeClock.start
        )
        let repository = MockTicketRepository(ticketToReturn: ticket, answer: answer)
        #expect(try await repository.sendMessage(.mock()) == ticket)
        #expect(try await repository.fetchAnswer(for: ticket) == answer)
        #expect(repository.fetchAnswerCalls.arguments == [ticket])
    }

    @Test("Reports are remembered, and what comes of them is what the test says")
    func reports() async {
        let repository = MockReportRepository()
        repository.sendReportCalls.handler = { _ in throw AppError.data(.notFound()) }
        let report = Report.mock()
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.sendReport(report)
        }
        #expect(repository.sendReportCalls.arguments == [report])
    }

    @Test("Items are those of their collection, page by page, and as one list to who observes")
    func items() async throws {
        let (item, other) = (Item.mock(), Item.mock(collection: "other"))
        let repository = MockItemRepository(itemsToReturn: [item, other])
        var pages: [[Item]] = []
        for try await page in repository.itemPages(inCollection: "news", pageSize: 7) {
            pages.append(page)
        }
        #expect(pages == [[item]])
        #expect(repository.itemPageCalls.arguments.map(\.pageSize) == [7])
        #expect(try await repository.fetchItem(byId: other.id) == other)
        try await repository.deleteItem(byId: item.id)
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.deleteItem(byId: UUID())
        }
        var seen = repository.observeItems(inCollection: "news").makeAsyncIterator()
        #expect(await seen.next() == [item, other])
        #expect(repository.observeItemsCalls.arguments == ["news"])
        repository.items.value = [other]
        #expect(await seen.next() == [other])
        var none = MockItemRepository().observeItems(inCollection: "news").makeAsyncIterator()
        #expect(await none.next() == [])
    }

    @Test("Each method without a handler ends the test")
    func unsetHandlers() async {
        await #expect(processExitsWith: .failure) {
            try? await MockBlockRepository().blockSender(ofMessageId: UUID(), intention: UUID())
        }
        await #expect(processExitsWith: .failure) {
            try? await MockMutedWordRepository().muteWord("바보", intention: UUID())
        }
        await #expect(processExitsWith: .failure) {
            try? await MockReportRepository().sendReport(.mock())
        }
        await #expect(processExitsWith: .failure) {
            _ = try? await MockTicketRepository().fetchAnswer(for: .mock())
        }
        await #expect(processExitsWith: .failure) {
            _ = try? await MockItemRepository().fetchItem(byId: UUID())
        }
    }
}
