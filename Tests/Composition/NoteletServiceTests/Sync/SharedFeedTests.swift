import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import Records
import TTRPC
import Testing

@testable import Serving

/// Feeds of what people share: who may read them, several in one watch, and where each goes on.
@Suite struct SharedFeedTests {
    private let boards = Boards()
    private let service: TestService
    private let alice: Person
    private let bob: Person

    init() async throws {
        service = try TestService(sharedFeeds: [boards.source])
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func write(_ lines: [UInt8], on board: UInt64) async throws {
        try await Boards.write(lines, on: board, of: service)
    }

    private func pull(
        _ feed: String,
        from cursor: [UInt8] = [],
        size: Int32 = 500,
        as person: Person
    ) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: size, feed: feed)
        return try await service.call(SyncAPI.pull, request, as: person.caller)
    }

    private func watch(
        _ feeds: [WatchedFeed],
        cursor: [UInt8] = [],
        on stream: RecordingStream
    ) throws -> any StreamSession {
        let request = WatchRequest(cursor: cursor, feeds: feeds)
        return try service.open(SyncAPI.watch, request, as: alice.caller, on: stream)
    }

    private func pages(_ stream: RecordingStream) throws -> [ChangePage] {
        stream.runJobs()
        return try stream.decoded()
    }

    private func lines(_ page: ChangePage) -> [UInt8] {
        page.changes.flatMap { change in
            guard case .shared(let shared) = change.kind else { return [UInt8]() }
            return shared.value
        }
    }

    @Test func aFeedIsReadPageByPageByWhoeverMay() async throws {
        try await write([1, 2, 0, 3, 4], on: 1)
        try await write([9], on: 2)
        for person in [alice, bob] {
            var page = ChangePage()
            var seen: [UInt8] = []
            repeat {
                page = try await pull("boards/1", from: page.cursor, size: 2, as: person)
                #expect(page.feed == "boards/1" && !page.isOver)
                #expect(page.changes.allSatisfy { $0.kind != nil })
                seen += lines(page)
            } while !page.isUpToDate
            #expect(seen == [1, 2, 3, 4], "What was taken back is passed over.")
            #expect(try await pull("boards/1", from: page.cursor, as: person).changes.isEmpty)
        }
        // A cursor means nothing in another feed, nor to another reader of the same.
        let cursor = try await pull("boards/1", as: alice).cursor
        #expect(try await pull("boards/1", as: bob).cursor != cursor)
        for (feed, person) in [("boards/2", alice), ("", alice), ("", bob), ("boards/1", bob)] {
            let request = PullRequest(cursor: cursor, feed: feed)
            let reason = try await service.reason(SyncAPI.pull, request, as: person.caller)
            #expect(reason == .invalidCursor)
        }
        let own = try await pull("", as: alice).cursor
        let request = PullRequest(cursor: own, feed: "boards/1")
        #expect(
            try await service.reason(SyncAPI.pull, request, as: alice.caller) == .invalidCursor
        )
    }

    @Test(arguments: [
        "boards/", "boards/x", "boards", "board/1", "/1", "items/1", "boards\u{0}/1",
        "boards/" + String(repeating: "0", count: DomainLimits.feedNameByteCountMax) + "1",
    ])
    func whatIsNotThereIsNotFound(name: String) async throws {
        let pull = PullRequest(feed: name)
        #expect(try await service.reason(SyncAPI.pull, pull, as: alice.caller) == .feedNotFound)
        let feeds = [WatchedFeed(feed: "boards/1"), WatchedFeed(feed: name)]
        #expect(throws: DomainError.refused(.feedNotFound)) {
            _ = try watch(feeds, on: RecordingStream())
        }
        // Nobody learns what there is by not being let in.
        boards.shut(out: try service.number(of: alice))
        let other = PullRequest(feed: "boards/1")
        #expect(try await service.reason(SyncAPI.pull, other, as: alice.caller) == .feedNotFound)
    }

    @Test func oneWatchFollowsSeveralFeedsAndEachGoesOnByItself() async throws {
        try await write([1], on: 1)
        let stream = RecordingStream()
        let feeds = ["", "boards/1", "boards/2"].map { WatchedFeed(feed: $0) }
        let session = try watch(feeds, on: stream)
        var first = try pages(stream)
        #expect(first.map(\.feed) == ["", "boards/1", "boards/2"])
        #expect(first.map(\.changes.count) == [1, 1, 0])
        try await write([2], on: 2)
        try await service.send("hello", from: bob, to: alice)
        try await write([3], on: 3)
        let later = try pages(stream).dropFirst(3)
        #expect(Set(later.map(\.feed)) == ["boards/2", ""])
        #expect(later.allSatisfy { $0.changes.count == 1 })
        session.stop()
        first += later
        let cursors = first.reduce(into: [String: [UInt8]]()) { $0[$1.feed] = $1.cursor }
        try await write([4, 5], on: 1)
        try await service.send("missed", from: bob, to: alice)
        let again = RecordingStream()
        _ = try watch(
            cursors.map { WatchedFeed(feed: $0.key, cursor: $0.value) },
            on: again
        )
        let resumed = try pages(again)
        #expect(resumed.count == 3, "The first page of each comes.")
        #expect(resumed.first { $0.feed == "boards/1" }.map(lines) == [4, 5])
        #expect(resumed.first { $0.feed == "" }?.changes.count == 1)
        #expect(resumed.first { $0.feed == "boards/2" }?.changes.isEmpty == true)
    }

    @Test func aLongFeedKeepsNoOtherWaiting() async throws {
        for _ in 0..<3 { try await write([UInt8](repeating: 7, count: 200), on: 1) }
        try await write([1], on: 2)
        let stream = RecordingStream()
        _ = try watch([WatchedFeed(feed: "boards/1"), WatchedFeed(feed: "boards/2")], on: stream)
        let pages = try pages(stream)
        #expect(pages.prefix(2).map(\.feed) == ["boards/1", "boards/2"])
        #expect(pages.map(\.changes.count) == [200, 1, 200, 200])
    }

    @Test func aRightThatEndsEndsItsFeedAloneAndTheLastOneTheWatch() async throws {
        let stream = RecordingStream()
        let feeds = ["", "boards/1"].map { WatchedFeed(feed: $0) }
        _ = try watch(feeds, on: stream)
        #expect(try pages(stream).count == 2)
        boards.shut(out: try service.number(of: alice))
        try await write([1], on: 1)
        var last = try #require(try pages(stream).last)
        #expect(last.feed == "boards/1" && last.isOver && last.changes.isEmpty)
        try await write([2], on: 1)
        try await service.send("goes on", from: bob, to: alice)
        #expect(try pages(stream).count == 4 && stream.status == nil)
        last = try #require(try pages(stream).last)
        #expect(last.feed.isEmpty && last.changes.count == 1)

        let alone = RecordingStream()
        let other = try await service.person("carol")
        let request = WatchRequest(feeds: [WatchedFeed(feed: "boards/1")])
        _ = try service.open(SyncAPI.watch, request, as: other.caller, on: alone)
        #expect(try pages(alone).count == 1)
        boards.shut(out: try service.number(of: other))
        try await write([3], on: 1)
        #expect(try pages(alone).last?.isOver == true)
        #expect(alone.status?.code == .ok, "Nothing is left to follow.")
        #expect(service.dependencies.hub.watcherCount == 1)
    }

    /// Nothing is written that would wake the watch.
    @Test func aRightThatEndsIsSeenAtTheNextBeat() async throws {
        let stream = RecordingStream()
        _ = try watch([WatchedFeed(), WatchedFeed(feed: "boards/1")], on: stream)
        #expect(try pages(stream).count == 2)
        service.dependencies.hub.beat()
        #expect(try pages(stream).count == 2)
        boards.shut(out: try service.number(of: alice))
        service.dependencies.hub.beat()
        let last = try #require(try pages(stream).last)
        #expect(last.feed == "boards/1" && last.isOver)
        // The next sign of life is one of the feed that is left.
        service.dependencies.hub.beat()
        service.dependencies.hub.beat()
        #expect(try pages(stream).dropFirst(3).map(\.feed) == [""])
    }

    @Test func aBoardThatGoesAndComesAgainIsAnotherFeed() async throws {
        try await write([1, 2], on: 1)
        let stream = RecordingStream()
        let session = try watch([WatchedFeed(feed: "boards/1")], on: stream)
        let cursor = try #require(try pages(stream).first).cursor
        boards.renew(1, as: 7)
        try await write([3], on: 7)
        service.dependencies.hub.beat()
        #expect(try pages(stream).map(\.isOver) == [false, true])
        session.stop()
        #expect(try await pull("boards/1", as: alice).changes.count == 1)
        #expect(throws: DomainError.refused(.invalidCursor)) {
            _ = try watch([WatchedFeed(feed: "boards/1", cursor: cursor)], on: stream)
        }
    }

    /// A client that comes back does not lose its other feeds.
    @Test func aWatchThatGoesOnIsToldWhichFeedIsOver() async throws {
        let stream = RecordingStream()
        let feeds = ["", "boards/1", "boards/2"].map { WatchedFeed(feed: $0) }
        let session = try watch(feeds, on: stream)
        let first = try pages(stream)
        session.stop()
        boards.shut(out: try service.number(of: alice))
        try await service.send("hello", from: bob, to: alice)
        let again = RecordingStream()
        var resumed = first.map { WatchedFeed(feed: $0.feed, cursor: $0.cursor) }
        _ = try watch(resumed, on: again)
        #expect(try pages(again).map(\.isOver) == [false, true, true])
        #expect(try pages(again)[0].changes.count == 1 && again.status == nil)
        // Nor does one whose feature is gone, or who has only feeds that are over.
        resumed = [WatchedFeed(feed: "gone/1", cursor: first[1].cursor)]
        let alone = RecordingStream()
        _ = try watch(resumed, on: alone)
        #expect(try pages(alone).map(\.isOver) == [true])
        #expect(alone.status?.code == .ok)
        let request = PullRequest(cursor: first[1].cursor, feed: "boards/1")
        #expect(
            try await service.reason(SyncAPI.pull, request, as: alice.caller) == .feedNotFound
        )
    }

    @Test func aWatchFollows32FeedsEachOnce() throws {
        func feeds(_ count: Int) -> [WatchedFeed] {
            (0..<count).map { WatchedFeed(feed: "boards/\($0)") }
        }
        let stream = RecordingStream()
        _ = try watch(feeds(DomainLimits.feedsPerWatchMax), on: stream)
        #expect(try pages(stream).count == 32)
        let wrong =
            [
                (feeds(33), []), (feeds(2) + feeds(1), []),
                // Another name of the same.
                (feeds(2) + [WatchedFeed(feed: "boards/01")], []),
                ([WatchedFeed(), WatchedFeed()], []), (feeds(1), [1]),
            ] as [([WatchedFeed], [UInt8])]
        for (feeds, cursor) in wrong {
            let stream = RecordingStream()
            do {
                _ = try watch(feeds, cursor: cursor, on: stream)
                Issue.record("\(feeds.count) feeds were taken")
            } catch DomainError.refused(.invalidValue(let field, _)) {
                #expect(field == (cursor.isEmpty ? "feeds" : "cursor"))
            }
        }
    }

    @Test func aSessionThatEndsEndsAWatchOfSharedFeedsToo() async throws {
        let stream = RecordingStream()
        _ = try watch([WatchedFeed(feed: "boards/1")], on: stream)
        _ = try pages(stream)
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: alice.caller)
        stream.runJobs()
        #expect(stream.reason == .notAuthenticated)
        #expect(service.dependencies.hub.watcherCount == 0)
    }

    @Test func anIdleWatchGivesASignOfLifeOfAFeedThatItFollows() async throws {
        let stream = RecordingStream()
        _ = try watch([WatchedFeed(feed: "boards/1")], on: stream)
        let first = try pages(stream)
        for _ in 0..<2 { service.dependencies.hub.beat() }
        let last = try #require(try pages(stream).last)
        #expect(last == first[0], "The same place, without changes.")
    }

    /// What is there before and after: old clients notice nothing.
    @Test func thePagesOfTheOwnFeedSayNothingOfFeeds() async throws {
        try await service.send("hello", from: bob, to: alice)
        let bytes = try await service.outcome(
            SyncAPI.pull.summary,
            encode(PullRequest()),
            as: alice.caller
        ).get()
        let page = try ProtobufDecoder().decode(ChangePage.self, from: bytes)
        #expect(page.feed.isEmpty && !page.isOver && page.changes.count == 2)
        // Of the fields that earlier versions know, and of no others.
        let earlier = ChangePage(changes: page.changes, cursor: page.cursor, isUpToDate: true)
        #expect(try ProtobufEncoder().encode(earlier) == bytes)
        for feeds in [[], [WatchedFeed()], [WatchedFeed(), WatchedFeed(feed: "boards/1")]] {
            let stream = RecordingStream()
            _ = try watch(feeds, on: stream)
            stream.runJobs()
            #expect(stream.messages.first == bytes)
        }
    }
}
