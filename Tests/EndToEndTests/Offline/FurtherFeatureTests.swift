import Foundation
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// What applications have of the service beside notes and contacts.
@Suite("Further features of applications", .timeLimit(.minutes(2)))
struct FurtherFeatureTests {
    private func newest(on device: Device) -> AsyncStream<[Message]> {
        device.application.messages.observeMessages(.received, countMax: 1)
    }

    @Test("A stranger's note is reported, its answer is read by its ticket, and words are muted")
    func strangers() async throws {
        let desk = try await AdminDesk()
        let device = try Device(at: desk.server.address)
        let user = try await device.signUp("minji")
        let link = try #require(user.personalLink?.url.absoluteString)
        let useCases = device.application.useCases
        let stranger = try Device(at: desk.server.address).application
        let send = stranger.useCases.sendMessageAsStranger

        let intention = UUID()
        let ticket = try await send.execute(link: link, content: "하나", intention: intention)
        let again = try await send.execute(link: link, content: "하나", intention: intention)
        #expect(again == ticket && ticket.expiresAt > Date())
        #expect(try await stranger.tickets.fetchAnswer(for: ticket) == nil)
        let notes = try await device.wait(for: newest(on: device)) { !$0.isEmpty }
        let note = try #require(notes?.first)
        #expect(note.content == "하나" && note.isAnonymous)

        try await useCases.reportMessage.execute(
            messageId: note.id,
            reason: .harassment,
            detail: "무서워요"
        )
        let told = try await desk.run("report", "show", "1")
        #expect(told.output.contains("무서워요"), "\(told)")
        _ = try await useCases.answerMessage.execute(messageId: note.id, content: "네")
        try await device.waitUntilSent()
        let answer = try await stranger.tickets.fetchAnswer(for: ticket)
        #expect(answer?.content == "네" && answer?.messageId == ticket.messageId)
        let unknown = ReplyTicket(
            messageId: ticket.messageId,
            token: String(ticket.token.reversed()),
            expiresAt: ticket.expiresAt
        )
        let error = await #expect(throws: AppError.self) {
            try await stranger.tickets.fetchAnswer(for: unknown)
        }
        #expect(error?.refusal?.reason == "TICKET_NOT_FOUND")

        try await useCases.muteWord.execute("바보")
        let words = device.application.mutedWords
        #expect(try await words.fetchMutedWords(forUserId: user.id) == ["바보"])
        // Whoever is signed in may be a stranger, too.
        let asStranger = useCases.sendMessageAsStranger
        let own = try await asStranger.execute(link: link, content: "이 바보")
        #expect(try await stranger.tickets.fetchAnswer(for: own) == nil)
        try await useCases.unmuteWord.execute("바보")
        #expect(try await words.fetchMutedWords(forUserId: user.id) == [])
        _ = try await send.execute(link: link, content: "둘")
        try await device.wait(for: newest(on: device)) { $0.first?.content == "둘" }
        let received = try await device.application.messages.fetchReceivedMessages(
            forUserId: user.id
        )
        #expect(received.map(\.content) == ["둘", "하나"])
        await device.application.close()
        #expect(await desk.server.stop() == 0)
    }

    @Test("An item is added once, read by all, followed, and deleted by who added it")
    func items() async throws {
        let desk = try await AdminDesk(arguments: ["--features", "accounts,notes,items"])
        _ = try await desk.run("item", "collection", "add", "news")
        let (device, other) = (
            try Device(at: desk.server.address), try Device(at: desk.server.address)
        )
        _ = try await device.signUp("minji")
        _ = try await other.signUp("jisoo")
        let add = device.application.useCases.addItem
        let intention = UUID()
        let payload = Data([0, 255])
        let item = try await add.execute(
            collection: "news",
            title: "소식",
            payload: payload,
            intention: intention
        )
        let again = try await add.execute(
            collection: "news",
            title: "소식",
            payload: payload,
            intention: intention
        )
        #expect(again == item && item.payload == payload && item.id != intention)
        let items = other.application.items
        #expect(try await items.fetchItem(byId: item.id) == item)
        _ = try await add.execute(collection: "news", title: "또")
        try await other.wait(for: items.observeItems(inCollection: "news")) { $0.count == 2 }
        var titles: [[String]] = []
        for try await page in items.itemPages(inCollection: "news", pageSize: 1) {
            titles.append(page.map(\.title))
        }
        #expect(titles == [["또"], ["소식"]])
        let error = await #expect(throws: AppError.self) {
            try await items.deleteItem(byId: item.id)
        }
        #expect(error?.refusal?.reason == "NOT_YOUR_ITEM")
        let lists = items.observeItems(inCollection: "news")
        try await device.application.items.deleteItem(byId: item.id)
        try await other.wait(for: lists) { $0.map(\.title) == ["또"] }
        await device.application.close()
        await other.application.close()
        #expect(await desk.server.stop() == 0)
    }
}
