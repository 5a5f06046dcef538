import Domain
import ItemRules
import ItemStorage
import NoteletAPI
import ProtobufCoding
import Records
import TTRPC
import Testing

@testable import Serving
import AccountRules
import Metrics
import Storage
import StorageEngine
import NoteletService

/// What the feed of a collection tells, and what becomes of items with collections and creators.
@Suite struct ItemFeedTests {
    private let service: TestService
    private let anna: Person
    private let ben: Person

    init() async throws {
        service = try TestService()
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        try await service.change("news", .add)
    }

    private func pull(
        _ cursor: [UInt8] = [],
        _ feed: String = "items/news",
        as person: Person? = nil
    ) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: 500, feed: feed)
        return try await service.call(SyncAPI.pull, request, as: (person ?? ben).caller)
    }

    /// What the changes of pages say: `+title` and `-id`.
    private func changes(_ pages: [ChangePage]) throws -> [NoteletAPI.ItemChange.Kind?] {
        try pages.flatMap(\.changes).map { change in
            guard case .shared(let shared) = change.kind else { throw Unexpected("\(change)") }
            #expect(shared.type == "notelet.items.v1.ItemChange")
            return try ProtobufDecoder().decode(NoteletAPI.ItemChange.self, from: shared.value).kind
        }
    }

    private func delete(_ item: NoteletAPI.Item, by person: Person) async throws {
        let request = DeleteItemRequest(id: item.id)
        try await service.call(ItemsAPI.deleteItem, request, as: person.caller)
    }

    @Test func aFeatureThatIsOffShowsNoFeed() async throws {
        let offered = try OfferedFeatures(["accounts", "notes"], among: .all)
        let service = try TestService(offered: offered)
        let anna = try await service.person("anna")
        try await service.change("news", .add)
        for cursor in [[], [1]] as [[UInt8]] {
            let request = PullRequest(cursor: cursor, pageSize: 500, feed: "items/news")
            let refusal = try await service.refusal(SyncAPI.pull, request, as: anna.caller)
            #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "items"])
        }
    }

    @Test func whoPullsSeesWhatIsThereAndThenWhatChanges() async throws {
        let own = try await pull([], "", as: anna)
        var first = try await service.createItem("first", [1], by: anna)
        let gone = try await service.createItem("gone", by: anna)
        first.payload = [1]
        try await delete(gone, by: anna)
        let page = try await pull()
        #expect(try changes([page]) == [.put(first), .deletedItemID(gone.id)])
        #expect(try await pull(page.cursor).changes.isEmpty)
        let second = try await service.createItem("second", by: ben)
        try await delete(first, by: anna)
        #expect(
            try changes([try await pull(page.cursor)]) == [.put(second), .deletedItemID(first.id)]
        )
        // Nobody's own feed tells of items.
        #expect(try await pull([], "", as: anna) == own)
        for feed in ["items/other", "items/", "items/NEWS"] {
            let request = PullRequest(feed: feed)
            let reason = try await service.reason(SyncAPI.pull, request, as: ben.caller)
            #expect(reason == .feedNotFound)
        }
    }

    @Test func whoWatchesIsToldGoesOnAndHearsWhenTheCollectionIsTakenAway() async throws {
        let stream = RecordingStream()
        let feed = WatchedFeed(feed: "items/news")
        let request = WatchRequest(feeds: [feed])
        let session = try service.open(SyncAPI.watch, request, as: ben.caller, on: stream)
        stream.runJobs()
        let item = try await service.createItem("new", by: anna)
        stream.runJobs()
        var pages: [ChangePage] = try stream.decoded()
        #expect(try changes(pages) == [.put(item)])
        session.stop()
        try await delete(item, by: anna)
        let again = RecordingStream()
        let cursor = try #require(pages.last).cursor
        let resumed = WatchRequest(feeds: [WatchedFeed(feed: "items/news", cursor: cursor)])
        _ = try service.open(SyncAPI.watch, resumed, as: ben.caller, on: again)
        again.runJobs()
        pages = try again.decoded()
        #expect(try changes(pages) == [.deletedItemID(item.id)])
        try await service.change("news", .remove)
        again.runJobs()
        pages = try again.decoded()
        #expect(try #require(pages.last).isOver)
        #expect(again.status?.code == .ok)
    }

    /// Creates items, and deletes those that are to go at once: each takes two places of the feed.
    private func create(_ count: Int, isToGo: Bool = true) async throws {
        for first in stride(from: 0, to: count, by: 1_000) {
            try await service.write { store, context throws(DomainError) in
                let name = CollectionName(stored: "news")
                guard let news = try store.collection(named: name, of: .items) else { return }
                for _ in first..<min(first + 1_000, count) {
                    let item = try store.addItem(
                        to: news,
                        title: "one of many",
                        payload: [],
                        by: .nobody,
                        at: context.now
                    )
                    if isToGo { try store.delete(item) }
                }
            }
        }
    }

    private func cutFeeds() async throws {
        let jobs = Housekeeping(service.running).jobs.filter { $0.name == "feed-cutting" }
        #expect(jobs.count == 3)
        for job in jobs { #expect(await Housekeeping.finish(job.piece) == .done) }
    }

    /// The cursor at the end of the feed.
    private func end(after cursor: [UInt8] = []) async throws -> [UInt8] {
        var page = try await pull(cursor)
        while !page.isUpToDate { page = try await pull(page.cursor) }
        return page.cursor
    }

    @Test func aFeedForgetsDeletionsButForThoseOfItsLastPlaces() async throws {
        let first = try await service.createItem("first", by: anna)
        let early = try await end()
        try await create(2_600)
        let late = try await end()
        try await create(4_900)
        #expect(try service.recordCounts(of: ["shared_changes"]) == [7_501])
        try await cutFeeds()
        // The last 10,000 of 15,001 places stay as they are, and a little more for which a cut is
        // not worth while; before them what is there stays, and a record tells of the cut.
        let left = try service.recordCounts(of: ["shared_changes"])
        #expect((5_002...5_102).contains(left[0]))

        let missed = PullRequest(cursor: early, feed: "items/news")
        #expect(try await service.reason(SyncAPI.pull, missed, as: ben.caller) == .invalidCursor)
        let stream = RecordingStream()
        let watch = WatchRequest(feeds: [WatchedFeed(feed: "items/news", cursor: early)])
        _ = try service.open(SyncAPI.watch, watch, as: ben.caller, on: stream)
        stream.runJobs()
        #expect(stream.status?.code == .invalidArgument)
        // Whoever had come to the cut goes on, and whoever begins reads what is left.
        #expect(try await !pull(late).changes.isEmpty)
        let page = try await pull()
        #expect(try changes([page]).first == .put(first))
        let last = try await end(after: page.cursor)

        // The next cut is another one: whoever was before it begins anew.
        try await create(1_000)
        try await cutFeeds()
        let passed = PullRequest(cursor: page.cursor, feed: "items/news")
        #expect(try await service.reason(SyncAPI.pull, passed, as: ben.caller) == .invalidCursor)
        #expect(try await pull(last).changes.count == 500)
    }

    @Test func aFeedIsNotCutWhereItHasLessThanAPieceMoreThanItKeeps() async throws {
        try await service.createItem("first", by: anna)
        let early = try await end()
        try await create(5_099)
        let commits = service.store.activity.commits.jobCounts.sum
        try await cutFeeds()
        #expect(service.store.activity.commits.jobCounts.sum == commits)
        try await create(1)
        try await cutFeeds()
        #expect(service.store.activity.commits.jobCounts.sum > commits + 1)
        let missed = PullRequest(cursor: early, feed: "items/news")
        #expect(try await service.reason(SyncAPI.pull, missed, as: ben.caller) == .invalidCursor)
    }

    @Test func whereNothingIsGoneNobodyBeginsAnew() async throws {
        let early = try await end()
        try await create(10_500, isToGo: false)
        try await cutFeeds()
        #expect(try await pull(early).changes.count == 500)
        #expect(try service.recordCounts(of: ["shared_changes"]) == [10_501])
    }

    @Test func aCollectionThatIsTakenAwayIsGoneAtOnceAndItsRecordsSoon() async throws {
        var items: [NoteletAPI.Item] = []
        for number in 0..<150 {
            items.append(try await service.createItem("\(number)", by: number < 9 ? anna : ben))
        }
        try await service.change("news", .remove)
        let request = GetItemRequest(id: items[0].id)
        #expect(
            try await service.reason(ItemsAPI.getItem, request, as: anna.caller) == .itemNotFound
        )
        // Another collection of that name has nothing of it.
        try await service.change("news", .add)
        #expect(try await pull().changes.isEmpty)
        let housekeeping = Housekeeping(service.running)
        let job = try #require(housekeeping.jobs.first { $0.name == "collection-clearing" })
        var pieces = 1
        while await job.piece() == .moreWaiting { pieces += 1 }
        #expect(pieces > 2)
        let left = try service.recordCounts(of: ["items", "created_items", "shared_changes"])
        #expect(left == [0, 0, 0])
        #expect(try service.recordCounts(of: ["collections"]) == [1])
        // With nothing left to clear a round writes nothing, also where the last one is removed.
        try await service.change("news", .remove)
        let commits = service.store.activity.commits.jobCounts.sum
        #expect(await job.piece() == .done)
        #expect(service.store.activity.commits.jobCounts.sum == commits)
    }

    @Test func anExportHasOnesOwnItemsAndAnErasureTakesThem() async throws {
        var mine = try await service.createItem("mine", [1], by: anna)
        mine.payload = [1]
        try await service.createItem("theirs", by: ben)
        let stream = RecordingStream()
        let request = ExportDataRequest(password: TestService.password)
        _ = try service.open(AccountsAPI.exportData, request, as: anna.elsewhere, on: stream)
        #expect(await stream.runUntilFinished() == nil)
        let records = try stream.decoded(ExportDataResponse.self).compactMap { message in
            if case .record(let record) = message.part { record } else { nil }
        }
        #expect(records.map(\.type) == ["notelet.items.v1.Item"])
        let value = try #require(records.first).value
        #expect(try ProtobufDecoder().decode(NoteletAPI.Item.self, from: value) == mine)

        let cursor = try await pull().cursor
        let deletion = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, deletion, as: anna.caller)
        await service.keepHouse()
        #expect(try changes([try await pull(cursor)]) == [.deletedItemID(mine.id)])
        let left = try await service.call(
            ItemsAPI.listItems,
            ListItemsRequest(collection: "news"),
            as: ben.caller
        )
        #expect(left.items.map(\.title) == ["theirs"])
    }

    @Test func operatorsMakeListAndTakeAwayCollectionsAndRemoveItems() async throws {
        let desk = try AdminDesk(of: service)
        let person = try await desk.operator()
        let item = try await service.createItem("to go", by: anna)
        let added = try await person.call(
            ItemsAdministrationAPI.addCollection,
            AddCollectionRequest(collection: "art")
        )
        #expect(added.collection?.name == "art" && added.collection?.createdAt != nil)
        func names() async throws -> [String] {
            let request = ListCollectionsRequest()
            return try await person.call(ItemsAdministrationAPI.listCollections, request)
                .collections.map(\.name)
        }
        #expect(try await names() == ["art", "news"])
        try await person.call(
            ItemsAdministrationAPI.removeItem,
            RemoveItemRequest(id: item.id, reason: "광고")
        )
        #expect(try changes([try await pull()]) == [.deletedItemID(item.id)])
        try await person.call(
            ItemsAdministrationAPI.removeCollection,
            RemoveCollectionRequest(collection: "art")
        )
        #expect(try await names() == ["news"])
        let error = await #expect(throws: RPCError.self) {
            try await person.call(
                ItemsAdministrationAPI.addCollection,
                AddCollectionRequest(collection: "news")
            )
        }
        let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
        #expect(refusal.reason == .collectionExists)
        let actions = try service.audit().map(\.action)
        #expect(actions.contains("item remove \(OpaqueID(item.id)?.uuid ?? "") --reason '광고'"))
        person.client.close()
    }
}
