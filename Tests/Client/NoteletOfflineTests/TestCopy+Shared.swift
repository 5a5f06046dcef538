import Foundation
import NoteletAPI
import NoteletRemote
import ProtobufCoding
import SQLite
import Testing

@testable import NoteletOffline

extension CopyTables {
    /// Takes in the next page of the collection `team`.
    func page(_ kinds: [DirectoryChange.Kind], isUpToDate: Bool = true) throws {
        let cursor = try #require(try feed("directory/team")).cursor
        let page = try ChangePage.of(kinds, cursor: cursor + [1], isUpToDate: isUpToDate)
        #expect(try take(page, ofShared: "directory/team", after: cursor))
    }

    /// Takes in the next page of the items `news`.
    func itemPage(_ kinds: [ItemChange.Kind]) throws {
        let cursor = try #require(try feed("items/news")).cursor
        let changes = try kinds.map { try SharedChange(ItemChange(kind: $0)) }
        let page = ChangePage(
            changes: changes.map { Change(kind: .shared($0)) },
            cursor: cursor + [1],
            isUpToDate: true,
            feed: "items/news"
        )
        #expect(try take(page, ofShared: "items/news", after: cursor))
    }

    /// Takes in the next page of a feed of delivery.
    func page<Told: NamedMessage & Encodable>(
        _ changes: [Told],
        of feed: String,
        isUpToDate: Bool = true
    ) throws {
        let cursor = try #require(try self.feed(feed)).cursor
        let page = ChangePage(
            changes: try changes.map { Change(kind: .shared(try SharedChange($0))) },
            cursor: cursor + [1],
            isUpToDate: isUpToDate,
            feed: feed
        )
        #expect(try take(page, ofShared: feed, after: cursor))
    }

    /// How many rows a table has.
    func count(_ table: String) throws -> Int64? {
        try connection.first("SELECT count(*) FROM \(table)") { (row) throws(SQLiteError) in
            try row.integer(at: 0)
        }
    }
}

extension ChangePage {
    /// A page of the collection `team`.
    static func of(
        _ kinds: [DirectoryChange.Kind],
        cursor: [UInt8],
        isUpToDate: Bool = true
    ) throws -> ChangePage {
        let changes = try kinds.map { try SharedChange(DirectoryChange(kind: $0)) }
        return ChangePage(
            changes: changes.map { Change(kind: .shared($0)) },
            cursor: cursor,
            isUpToDate: isUpToDate,
            feed: "directory/team"
        )
    }
}

extension SharedChange {
    /// A change of a feature, as a page has it.
    init(_ change: some NamedMessage & Encodable) throws {
        self.init(
            type: Swift.type(of: change).fullName,
            value: try ProtobufEncoder().encode(change)
        )
    }
}

extension NoteletAPI.Member {
    /// A member of `team` for tests.
    static func named(
        _ name: String,
        id: UUID = UUID(),
        email: String = "m@example.com",
        at seconds: Int64 = 0
    ) -> NoteletAPI.Member {
        NoteletAPI.Member(
            id: id.bytes,
            collection: "team",
            name: name,
            email: email,
            joinedAt: .after(seconds),
            status: .active
        )
    }
}

extension NoteletAPI.Post {
    /// A post for tests.
    static func saying(_ text: String, by author: UUID, id: UUID = UUID()) -> NoteletAPI.Post {
        NoteletAPI.Post(id: id.bytes, authorID: author.bytes, text: text, createdAt: .after(0))
    }
}
