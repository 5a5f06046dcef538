import Domain
import NoteletAPI
import Storage
import TTRPC
import Testing

@testable import NoteletService

/// Watches over a connection, as the runtime serves them.
@Suite(.timeLimit(.minutes(1)))
struct WatchConnectionTests {
    let running: RunningService
    let service: TestService
    let alice: Person

    init() async throws {
        running = try RunningService()
        service = running.service
        alice = try await service.person("alice")
    }

    @Test func manyWatchesOfOneConnectionAllGetTheirPages() async throws {
        let bob = try await service.person("bob")
        let content = String(repeating: "긴", count: 2_000)
        for _ in 0..<180 { try await service.send(content, from: bob, to: alice) }
        let client = try await running.connect()
        let watches = (0..<8).map { _ in client.watch(as: alice) }
        for watch in watches {
            var pages = watch.messages.makeAsyncIterator()
            // A first page of more than 1 MiB, then the rest.
            #expect(try #require(try await pages.next()).count > 1 << 20)
            #expect(try await pages.next() != nil)
        }
    }

    @Test func aWatchThatFailsLeavesNothingBehind() async throws {
        let user = try service.number(of: alice)
        let client = try await running.connect()
        let watch = client.watch(as: alice)
        var pages = watch.messages.makeAsyncIterator()
        #expect(try await pages.next() != nil)
        #expect(service.dependencies.hub.watcherCount == 1)
        service.store.close()
        var news = CommitNews()
        news.changedUsers = [user]
        service.dependencies.hub.publish(news)
        await #expect(throws: RPCError.self) { _ = try await pages.next() }
        #expect(service.dependencies.hub.watcherCount == 0)
        client.close()
        while service.dependencies.accountConnections.count(of: user) > 0, !Task.isCancelled {
            await Task.yield()
        }
        #expect(service.dependencies.accountConnections.count(of: user) == 0)
    }

    @Test func aWatchCountsForItsAccountWhateverTokenComesNext() async throws {
        let guest = try await service.guest()
        let users = (try service.number(of: alice), try service.number(of: guest))
        let connections = service.dependencies.accountConnections
        let client = try await running.connect()
        let watch = client.watch(as: alice)
        var pages = watch.messages.makeAsyncIterator()
        #expect(try await pages.next() != nil)
        // The guest was made in process, over a connection of its own.
        let guestCount = connections.count(of: users.1)
        for _ in 0..<3 {
            try await client.showToken(of: guest)
            #expect(connections.count(of: users.0) == 1)
            #expect(connections.count(of: users.1) == guestCount + 1)
            try await client.showToken(of: alice)
            #expect(connections.count(of: users.0) == 1, "One connection is counted once.")
            #expect(connections.count(of: users.1) == guestCount)
        }
        try await client.showToken(of: guest)
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: alice.elsewhere)
        await #expect(throws: RPCError.self) { _ = try await pages.next() }
        #expect(connections.count(of: users.0) == 0)
    }
}
