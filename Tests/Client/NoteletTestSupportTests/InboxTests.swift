import Foundation
import NoteletInterface
import NoteletTestSupport
import TestSupport
import Testing

/// What a screen of notes shows, as an application writes it: it knows the interface alone.
@MainActor
private final class Inbox {
    private let messages: any ObservableMessageRepositoryInterface
    private var history: Pages<Message>.AsyncIterator
    private(set) var newest = ListState<Message>()
    private(set) var older: [Message] = []

    init(_ messages: any ObservableMessageRepositoryInterface) {
        self.messages = messages
        history = messages.messagePages(.received, pageSize: 2).makeAsyncIterator()
    }

    /// Shows the newest notes for as long as the screen is there.
    func follow() async {
        for await notes in messages.observeMessages(.received, countMax: 2) {
            newest.replace(with: notes)
        }
    }

    func showMore() async {
        do {
            var history = history
            older += try await history.next() ?? []
            self.history = history
        } catch {
            newest.show(error)
        }
    }
}

/// A view model is tested with fakes alone.
@MainActor
@Suite("A view model over what is observed", .timeLimit(.minutes(1)))
struct InboxTests {
    private let notes = (1...3).map { number in
        Message.mock(content: "\(number)", sentAt: FakeClock.start + Double(number))
    }

    @Test("It shows the newest notes of its kind, and each change")
    func observed() async throws {
        let repository = MockMessageRepository(messagesToReturn: notes)
        repository.messages.value.append(.mock(direction: .sent, sentAt: .distantFuture))
        let inbox = Inbox(repository)
        let following = Task { await inbox.follow() }
        let patience = Patience()
        while inbox.newest.items != [notes[2], notes[1]] { try await patience.pause() }
        repository.messages.value.removeAll { $0 == notes[1] }
        while inbox.newest.items != [notes[2], notes[0]] { try await patience.pause() }
        #expect(repository.observeMessagesCalls.arguments.map(\.countMax) == [2])
        following.cancel()
        await following.value
        #expect(repository.messages.observerCount == 0)
    }

    @Test("It shows one page more each time, and why there is none")
    func paged() async {
        let repository = MockMessageRepository(messagesToReturn: notes)
        let inbox = Inbox(repository)
        await inbox.showMore()
        #expect(inbox.older == [notes[2], notes[1]])
        let pages = repository.messagePageCalls.handler
        repository.messagePageCalls.handler = { _ in throw AppError.network(.noConnection) }
        await inbox.showMore()
        #expect(inbox.newest.error as? AppError == .network(.noConnection))
        repository.messagePageCalls.handler = pages
        await inbox.showMore()
        await inbox.showMore()
        #expect(inbox.older == [notes[2], notes[1], notes[0]])
        #expect(repository.messagePageCalls.arguments.map(\.pageSize) == [2, 2, 2])
    }
}
