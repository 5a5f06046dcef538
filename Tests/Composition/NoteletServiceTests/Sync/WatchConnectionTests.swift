import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving
import Records
import Storage

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

    @Test func beyondTheLimitTheWatchWithoutNewsForLongestEnds() async throws {
        let bob = try await service.person("bob")
        let carol = try await service.person("carol")
        let client = try await running.connect()
        let countMax = ServerLimits().streamCountPerConnectionMax
        // Were it for their age, one of Alice's would end.
        let watches = (0..<countMax).map { client.watch(as: $0 == 7 ? bob : alice) }
        var pages = watches.map { $0.messages.makeAsyncIterator() }
        for index in pages.indices { #expect(try await pages[index].next() != nil) }
        try await service.send("쪽지", from: carol, to: alice)
        for index in pages.indices where index != 7 {
            #expect(try await pages[index].next() != nil)
        }
        // Signs of life are no news.
        for _ in 0..<2 { service.dependencies.hub.beat() }
        #expect(try await pages[7].next() != nil)

        var another = client.watch(as: alice).messages.makeAsyncIterator()
        #expect(try await another.next() != nil)
        do throws(RPCError) {
            _ = try await pages[7].next()
            Issue.record("The idlest watch went on.")
        } catch {
            let refusal = try Refusal(of: error.status)
            #expect(refusal.reason == .watchReplaced)
            #expect(refusal.fields == ["limit": "\(countMax)"])
        }
        // However many are given up, the next is served.
        for _ in 0..<(3 * countMax) {
            var pages = client.watch(as: alice).messages.makeAsyncIterator()
            #expect(try await pages.next() != nil)
        }
        #expect(service.dependencies.hub.watcherCount == countMax)
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
