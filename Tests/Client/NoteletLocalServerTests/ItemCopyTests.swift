import Foundation
import NoteletClient
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import Testing

/// The copy of a collection of items, and the server that has it.
@Suite("Copied items", .timeLimit(.minutes(1)))
struct ItemCopyTests {
    @Test("Items are seen as they come, without a server as well, and go with the log-out")
    func items() async throws {
        let server = try LocalServer()
        try await server.desk.addCollection("news")
        let (phone, other) = (try Phone(server), try Phone(server))
        try await phone.signUp("minji")
        try await other.signUp("jun")
        let add = phone.application.useCases.addItem
        let first = try await add.execute(
            collection: "news",
            title: "하나",
            payload: Data([1, 2])
        )
        func seen() -> AsyncStream<[NoteletInterface.Item]> {
            other.application.items.observeItems(inCollection: "news")
        }
        try await other.wait(for: seen()) { $0 == [first] }
        _ = try await add.execute(collection: "news", title: "둘")
        try await other.wait(for: seen()) { $0.map(\.title) == ["둘", "하나"] }
        var titles: [[String]] = []
        for try await page in other.application.items.itemPages(
            inCollection: "news",
            pageSize: 1
        ) { titles.append(page.map(\.title)) }
        #expect(titles == [["둘"], ["하나"]])

        await server.stop()
        try await other.restart()
        let kept = try await other.wait(for: seen()) { !$0.isEmpty }
        #expect(kept.map(\.title) == ["둘", "하나"] && kept.last?.payload == Data([1, 2]))
        #expect(try await other.application.items.fetchItem(byId: first.id) == first)
        await #expect(throws: AppError.self) {
            try await phone.application.items.deleteItem(byId: first.id)
        }
        try await server.start()
        try await phone.application.items.deleteItem(byId: first.id)
        try await other.wait(for: seen()) { $0.map(\.title) == ["둘"] }

        try await other.application.auth.logout()
        try await other.wait(for: seen()) { $0.isEmpty }
        await #expect(throws: AppError.auth(.unauthorized)) {
            try await other.application.items.fetchItem(byId: first.id)
        }
        await phone.application.close()
        await other.application.close()
    }
}
