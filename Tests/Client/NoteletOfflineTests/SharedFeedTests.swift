import Foundation
import NoteletAPI
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import ProtobufCoding
import SQLite
import Testing

@testable import NoteletOffline

/// What the tables make of the feeds that people share.
@Suite("Shared feeds in the tables")
struct SharedFeedTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }

    init() throws {
        copy = try TestCopy()
        try tables.follow("directory/team", at: .start)
    }

    private func names() throws -> [String] {
        try tables.sortedEntries(as: .member, in: "directory/team").map(\.name)
    }

    @Test("Members are sorted as people expect it, and change and go as the feed says")
    func members() throws {
        let ids = (0..<6).map { _ in UUID() }
        let written = ["bob 10", "Émile", "Bob 9", "eva", "alice", "김민지"]
        try tables.page(zip(ids, written).map { .putMember(.named($1, id: $0)) })
        #expect(try names() == ["alice", "Bob 9", "bob 10", "Émile", "eva", "김민지"])
        try tables.page([
            .putMember(.named("zoe", id: ids[4])), .deletedMemberID(ids[1].bytes),
            .deletedMemberID(UUID().bytes),
        ])
        #expect(try names() == ["Bob 9", "bob 10", "eva", "zoe", "김민지"])
        let member = try #require(try tables.entry(ids[4].bytes, as: .member))
        #expect(member.name == "zoe" && member.status == .active && member.collection == "team")
        #expect(try tables.entry(ids[4].bytes, as: .item) == nil)
        let page = try tables.sortedEntries(
            as: .member,
            in: "directory/team",
            after: 1,
            countMax: 2
        )
        #expect(page.map(\.name) == ["bob 10", "eva"])
    }

    @Test("Members of one name stand in the order in which they joined, also once they change")
    func sameNames() throws {
        let ids = (0..<3).map { _ in UUID() }
        let moments: [Int64] = [120, 0, 60]
        for (id, moment) in zip(ids, moments) {
            try tables.page([.putMember(.named("minji", id: id, at: moment))])
        }
        try tables.page([.putMember(.named("minji", id: ids[1], email: "new@example.com"))])
        let shown = try tables.sortedEntries(as: .member, in: "directory/team")
        #expect(shown.map(\.id) == [ids[1], ids[2], ids[0]])
    }

    @Test("Posts are with their author, the newest first, and go with the author")
    func posts() throws {
        let (author, other) = (UUID(), UUID())
        let posts = (0..<3).map { _ in UUID() }
        try tables.page([
            .putMember(.named("minji", id: author)), .putMember(.named("jun", id: other)),
            .putPost(.saying("1", by: author, id: posts[0])),
            .putPost(.saying("2", by: other, id: posts[1])),
            .putPost(.saying("3", by: author, id: posts[2])),
        ])
        let detail = try #require(try tables.memberDetail(author))
        #expect(detail.posts.map(\.text) == ["3", "1"] && detail.postCount == 2)
        #expect(detail.member.name == "minji")
        try tables.page([.deletedPostID(posts[2].bytes)])
        #expect(try tables.memberDetail(author)?.posts.map(\.text) == ["1"])
        try tables.page([.deletedMemberID(author.bytes)])
        #expect(try tables.memberDetail(author) == nil)
        #expect(try tables.entryCount(ofOwner: author.bytes) == 0)
        #expect(try tables.memberDetail(other)?.posts.map(\.text) == ["2"])
    }

    @Test("A detail has the newest 50 posts, and counts all", arguments: [49, 50, 51])
    func manyPosts(count: Int) throws {
        let author = UUID()
        try tables.page([.putMember(.named("minji", id: author))])
        try tables.page((1...count).map { .putPost(.saying("\($0)", by: author)) })
        let detail = try #require(try tables.memberDetail(author))
        #expect(detail.postCount == count && detail.posts.count == min(50, count))
        #expect(detail.posts.first?.text == "\(count)")
    }

    @Test("What is read of a feed is shown once it was read to its end, and all of it at once")
    func firstCopy() throws {
        try tables.page([.putMember(.named("1"))], isUpToDate: false)
        #expect(try names() == [])
        #expect(try tables.feed("directory/team")?.isComplete == false)
        try tables.page([.putMember(.named("2"))], isUpToDate: false)
        try tables.page([.putMember(.named("3"))])
        #expect(try names() == ["1", "2", "3"])
        let feed = try #require(try tables.feed("directory/team"))
        #expect(feed.isComplete && !feed.isAnew && feed.cursor == [1, 1, 1])
        #expect(try tables.count("shared_changes") == 0)
    }

    @Test("A replacement that comes in several pages is seen as a whole, in the feed's order")
    func replacement() throws {
        let (old, new) = (UUID(), UUID())
        try tables.page([.putMember(.named("old", id: old))])
        try tables.page(
            [.deletedMemberID(old.bytes), .putMember(.named("new", id: new))],
            isUpToDate: false
        )
        #expect(try names() == ["old"])
        try tables.page([.putMember(.named("newer", id: new))])
        #expect(try names() == ["newer"])
    }

    @Test("Any number of changes wait for the rest, in order", arguments: [99, 100, 101, 250])
    func manyChanges(count: Int) throws {
        let id = UUID()
        try tables.page(
            (1...count).map { .putMember(.named("\($0)", id: id)) },
            isUpToDate: false
        )
        try tables.page([])
        #expect(try names() == ["\(count)"])
    }

    @Test("A feed whose cursor is lost is read anew, and what was there stays until that is done")
    func anew() throws {
        try tables.page([.putMember(.named("gone"))])
        try tables.page([.putMember(.named("half"))], isUpToDate: false)
        try tables.beginAnew("directory/team", after: [7])
        #expect(try tables.feed("directory/team")?.cursor == [1, 1])
        try tables.beginAnew("directory/team", after: [1, 1])
        #expect(try tables.feed("directory/team")?.cursor == [])
        #expect(try names() == ["gone"])
        try tables.page([.putMember(.named("1"))], isUpToDate: false)
        #expect(try names() == ["gone"])
        try tables.page([.putMember(.named("2"))])
        #expect(try names() == ["1", "2"])
    }

    @Test("A page is taken in only where the copy stands, and after a log-out not at all")
    func places() throws {
        let change = try ChangePage.of([.putMember(.named("1"))], cursor: [1])
        #expect(try !tables.take(change, ofShared: "directory/team", after: [9]))
        #expect(try !tables.take(change, ofShared: "directory/other", after: []))
        #expect(try tables.take(change, ofShared: "directory/team", after: []))
        try tables.erase()
        for table in ["shared_feeds", "shared_entries", "shared_changes"] {
            #expect(try tables.count(table) == 0)
        }
        try tables.follow("directory/team", at: .start)
        #expect(try tables.followedFeeds() == [])
        #expect(try !tables.take(change, ofShared: "directory/team", after: []))
        try tables.enter()
        try tables.follow("directory/team", at: .start)
        #expect(try tables.take(change, ofShared: "directory/team", after: []))
        #expect(try names() == ["1"])
    }

    @Test("Each feed has its own cursor and things, and is forgotten by itself")
    func severalFeeds() throws {
        try tables.follow("items/news", at: .start)
        let id = UUID()
        let item = NoteletAPI.Item(id: id.bytes, collection: "news", title: "1", payload: [7])
        try tables.itemPage([.put(item)])
        try tables.page([.putMember(.named("minji"))])
        #expect(try tables.newestEntries(as: .item, in: "items/news").map(\.value.title) == ["1"])
        #expect(try tables.feed(ofEntry: id.bytes) == "items/news")
        try tables.forget("items/news")
        try tables.forget("items/never")
        #expect(try tables.newestEntries(as: .item, in: "items/news").isEmpty)
        #expect(try tables.feed(ofEntry: id.bytes) == nil)
        #expect(try names() == ["minji"])
        #expect(try tables.followedFeeds().map(\.name) == ["directory/team"])
    }

    @Test("The newest items are first, and pages go on where the last one ended")
    func items() throws {
        try tables.follow("items/news", at: .start)
        let items = (1...5).map {
            NoteletAPI.Item(id: UUID().bytes, collection: "news", title: "\($0)")
        }
        try tables.itemPage(items.map { .put($0) })
        try tables.itemPage([.deletedItemID(items[2].id)])
        let first = try tables.newestEntries(as: .item, in: "items/news", countMax: 2)
        #expect(first.map(\.value.title) == ["5", "4"])
        let rest = try tables.newestEntries(
            as: .item,
            in: "items/news",
            before: first.last?.number,
            countMax: 9
        )
        #expect(rest.map(\.value.title) == ["2", "1"])
        let page = first.page(size: 2)
        #expect(page.next.flatMap { try? PagePlace.number($0) } == first.last?.number)
        #expect(rest.page(size: 9).next == nil)
        #expect(throws: AppError.self) { try PagePlace.number(PageCursor(bytes: [1])) }
    }

    @Test("As many feeds are copied as can be watched; the one longest not asked for makes room")
    func feedCounts() throws {
        let countMax = CopyTables.sharedFeedCountMax
        #expect(countMax == 32)
        for number in 1..<countMax {
            let moment = Date.start.addingTimeInterval(Double(number))
            try tables.follow("items/\(number)", at: moment)
        }
        #expect(try tables.followedFeeds().count == countMax)
        let later = Date.start.addingTimeInterval(99)
        try tables.follow("directory/team", at: later)
        try tables.follow("items/last", at: later)
        let names = try tables.followedFeeds().map(\.name)
        #expect(names.count == countMax && !names.contains("items/1"))
        #expect(names.contains("directory/team") && names.contains("items/last"))
        // One that only a single thing was read of goes before all.
        try tables.forget("items/last")
        _ = try tables.number(ofFeed: "items/loose")
        try tables.follow("items/newest", at: later)
        #expect(try tables.feed("items/loose") == nil)
        #expect(try tables.followedFeeds().count == countMax)
    }

    @Test("That a feed was asked for is noted once a day", arguments: [86_399, 86_400, 86_401])
    func asking(seconds: Int) throws {
        let later = Date.start.addingTimeInterval(Double(seconds))
        #expect(try tables.isFollowed("directory/team", at: later) == (seconds < 86_400))
        #expect(try !tables.isFollowed("directory/other", at: .start))
        _ = try tables.number(ofFeed: "directory/other")
        #expect(try !tables.isFollowed("directory/other", at: .start))
    }

    @Test("What cannot be shown is none of the contract's, and what is not known does nothing")
    func strangeChanges() throws {
        let bad: [DirectoryChange.Kind] = [
            .putMember(NoteletAPI.Member(id: [1], collection: "team", name: "?")),
            .putPost(NoteletAPI.Post(id: UUID().bytes, authorID: [2], text: "?")),
        ]
        func step(_ change: SharedChange) throws -> SharedStep? {
            try SharedStep(change, of: "directory/team")
        }
        for kind in bad {
            let change = try SharedChange(DirectoryChange(kind: kind))
            #expect(throws: AppError.network(.unknown)) { try step(change) }
        }
        let cut = SharedChange(type: DirectoryChange.fullName, value: [0x0A, 0x7F])
        #expect(throws: AppError.network(.unknown)) { try step(cut) }
        #expect(try step(SharedChange(type: "notelet.later.v1.Change", value: [1])) == nil)
        #expect(try step(SharedChange(DirectoryChange())) == nil)
        #expect(try step(SharedChange(ItemChange())) == nil)
    }

    @Test("A copy of the first version gets all later tables, and keeps what it has")
    func earlierVersion() throws {
        let contact = UUID()
        try tables.feed(.contact(.named("민지", id: contact)))
        let later = ["shared_feeds", "shared_changes", "shared_entries", "loose_deletions"]
        for table in later + ["answers"] {
            try tables.connection.transaction { () throws(SQLiteError) in
                _ = try tables.connection.run("DROP TABLE \(table)")
            }
        }
        try tables.connection.execute("PRAGMA user_version = 1")
        #expect(try CopySchema.schema.apply(to: tables.connection) == 1)
        #expect(try tables.contact(contact)?.name == "민지")
        try tables.follow("directory/team", at: .start)
        try tables.page([.putMember(.named("1"))])
        #expect(try names() == ["1"])
    }

    @Test("What a damaged row has is told as damage")
    func damagedRows() throws {
        try tables.page([.putMember(.named("minji"))])
        try tables.connection.run("UPDATE shared_entries SET body = x'0aff'")
        let error = #expect(throws: SQLiteError.self) { try names() }
        #expect(error?.isCorrupt == true)
    }
}
