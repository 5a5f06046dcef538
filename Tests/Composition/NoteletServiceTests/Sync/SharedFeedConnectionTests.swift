import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// A watch of several feeds over connections, as the runtime serves it.
@Suite(.timeLimit(.minutes(1)))
struct SharedFeedConnectionTests {
    private let boards = Boards()
    private let running: RunningService
    private let service: TestService
    private let alice: Person
    private let bob: Person

    init() async throws {
        running = try RunningService(sharedFeeds: [boards.source])
        service = running.service
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    /// What a client keeps: the number of changes of each feed, and where each goes on.
    private struct Copy {
        var counts: [String: Int] = [:]
        var cursors: [String: [UInt8]] = [:]
        var over: Set<String> = []

        mutating func take(_ bytes: [UInt8]) throws {
            let page = try ProtobufDecoder().decode(ChangePage.self, from: bytes)
            counts[page.feed, default: 0] += page.changes.count
            if page.isOver { over.insert(page.feed) }
            if !page.cursor.isEmpty { cursors[page.feed] = page.cursor }
        }

        /// Goes on in all feeds but those that are over.
        var request: WatchRequest {
            let names = cursors.keys.filter { !over.contains($0) }.sorted()
            return WatchRequest(
                feeds: names.map { WatchedFeed(feed: $0, cursor: cursors[$0] ?? []) }
            )
        }
    }

    @Test func eachFeedGoesOnWhereItWasAfterABreak() async throws {
        try await Boards.write([1, 2], on: 1, of: service)
        var copy = Copy()
        copy.cursors = ["": [], "boards/1": [], "boards/2": []]
        for round in 0..<3 {
            let client = try await running.connect()
            var pages = client.watch(as: alice, copy.request).messages.makeAsyncIterator()
            for _ in 0..<3 { try copy.take(try #require(try await pages.next())) }
            // Live, on two of them.
            try await Boards.write([3], on: 2, of: service)
            try copy.take(try #require(try await pages.next()))
            try await service.send("live \(round)", from: bob, to: alice)
            try copy.take(try #require(try await pages.next()))
            client.close()
            // Missed, on all of them.
            try await Boards.write([4, 5], on: 1, of: service)
            try await Boards.write([6], on: 2, of: service)
            try await service.send("missed \(round)", from: bob, to: alice)
        }
        let client = try await running.connect()
        var pages = client.watch(as: alice, copy.request).messages.makeAsyncIterator()
        for _ in 0..<3 { try copy.take(try #require(try await pages.next())) }
        // The account is a change of its own feed.
        #expect(copy.counts == ["": 7, "boards/1": 8, "boards/2": 6])
    }

    @Test func aRightThatEndsEndsItsFeedAndTheWatchWithTheLastOne() async throws {
        let client = try await running.connect()
        let request = WatchRequest(
            feeds: [WatchedFeed(feed: "boards/1"), WatchedFeed(feed: "boards/2")]
        )
        var pages = client.watch(as: alice, request).messages.makeAsyncIterator()
        var copy = Copy()
        for _ in 0..<2 { try copy.take(try #require(try await pages.next())) }
        boards.shut(out: try service.number(of: alice))
        service.dependencies.hub.beat()
        for _ in 0..<2 { try copy.take(try #require(try await pages.next())) }
        #expect(copy.over == ["boards/1", "boards/2"])
        #expect(try await pages.next() == nil, "It ends in good order.")
        #expect(service.dependencies.hub.watcherCount == 0)
        // The connection goes on.
        try await client.showToken(of: alice)
    }

    @Test func theThirtyThirdFeedIsRefused() async throws {
        let client = try await running.connect()
        let feeds = (0...DomainLimits.feedsPerWatchMax).map { WatchedFeed(feed: "boards/\($0)") }
        var pages = client.watch(as: alice, WatchRequest(feeds: feeds)).messages.makeAsyncIterator()
        do throws(RPCError) {
            _ = try await pages.next()
            Issue.record("33 feeds were followed.")
        } catch {
            let refusal = try Refusal(of: error.status)
            #expect(refusal.reason == .invalidValue)
            #expect(refusal.fields["field"] == "feeds")
        }
        let fewer = WatchRequest(feeds: Array(feeds.dropLast()))
        pages = client.watch(as: alice, fewer).messages.makeAsyncIterator()
        for _ in 0..<DomainLimits.feedsPerWatchMax { #expect(try await pages.next() != nil) }
    }
}
