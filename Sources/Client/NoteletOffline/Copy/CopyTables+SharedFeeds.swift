internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// A shared feed of which the copy holds something.
struct CopiedFeed: Hashable, Sendable {
    /// What stands for the feed in the file.
    let number: Int64
    /// What the service calls it.
    let name: String
    /// Where the feed goes on.
    let cursor: [UInt8]
    /// Whether the copy once had all of it.
    let isComplete: Bool
    /// Whether what is read takes the place of all that is there.
    let isAnew: Bool
}

// What people share is copied feed by feed. What is read is put aside until the feed was read to
// its end, and then taken in at once: nobody sees a list that is half of one and half of another.
extension CopyTables {
    /// How many shared feeds a copy holds: as many as the service lets one watch.
    static let sharedFeedCountMax = 32
    /// After how long it is noted anew that a feed was asked for.
    private static let askedInterval: Int64 = 86_400

    /// Has a feed be followed from now on.
    ///
    /// - Parameters:
    ///   - name: The feed.
    ///   - now: The present moment: the feed that was not asked for longest makes room.
    /// - Throws: `SQLiteError`.
    func follow(_ name: String, at now: Date) throws(SQLiteError) {
        if try isLeft() { return }
        let before = try followedFeeds().map(\.number)
        let number = try number(ofFeed: name)
        let sql = "UPDATE shared_feeds SET asked_at = ? WHERE number = ?"
        _ = try connection.run(sql, .integer(Self.seconds(now)), .integer(number))
        if before != (try followedFeeds().map(\.number)) { changed.insert(.followed) }
    }

    /// Whether it is noted that a feed was asked for lately.
    func isFollowed(_ name: String, at now: Date) throws(SQLiteError) -> Bool {
        let sql = "SELECT asked_at FROM shared_feeds WHERE name = ? AND asked_at IS NOT NULL"
        let askedAt = try connection.first(sql, .text(name)) { (row) throws(SQLiteError) in
            try row.integer(at: 0)
        }
        let (age, isStrange) = Self.seconds(now).subtractingReportingOverflow(askedAt ?? .min)
        return !isStrange && age < Self.askedInterval
    }

    /// Whether the feed is followed that has the thing of an id.
    func isFollowed(entry id: [UInt8]) throws(SQLiteError) -> Bool {
        let sql = """
            SELECT asked_at IS NOT NULL FROM shared_feeds
            WHERE number = (SELECT feed FROM shared_entries WHERE id = ?)
            """
        return try connection.first(sql, .blob(id)) { (row) throws(SQLiteError) in
            try row.bool(at: 0)
        } ?? false
    }

    /// The feeds to follow, in the order in which they were first asked for.
    func followedFeeds() throws(SQLiteError) -> [CopiedFeed] {
        try connection.rows(
            "\(Self.feedColumns) WHERE asked_at IS NOT NULL ORDER BY number",
            read: Self.feed
        )
    }

    /// What the copy has of a feed; nil for nothing.
    func feed(_ name: String) throws(SQLiteError) -> CopiedFeed? {
        try connection.first("\(Self.feedColumns) WHERE name = ?", .text(name), read: Self.feed)
    }

    /// Takes a page of a shared feed in, or puts it aside until the rest of the feed was read.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - name: The feed.
    ///   - cursor: The cursor that it was asked for with.
    /// - Returns: Whether the copy still stood at that cursor.
    /// - Throws: `SQLiteError`.
    func take(
        _ page: ChangePage,
        ofShared name: String,
        after cursor: [UInt8]
    ) throws(SQLiteError) -> Bool {
        guard let feed = try feed(name), feed.cursor == cursor, try !isLeft() else { return false }
        let changes = page.changes.sharedChanges
        if page.isUpToDate {
            // Of a channel, the feed does not tell what of it is the account's own.
            let own = feed.isAnew ? try ownEntries(ofChannel: feed) : []
            if feed.isAnew { try deleteEntries(of: feed) }
            try takePutAside(of: feed)
            for change in changes { try take(change, of: feed) }
            try takeAgain(own, in: feed)
        } else {
            for change in changes { try putAside(change, of: feed) }
        }
        let isAnew = feed.isAnew && !page.isUpToDate
        let next = page.cursor.isEmpty ? cursor : page.cursor
        if next != cursor || isAnew != feed.isAnew {
            _ = try connection.run(
                """
                UPDATE shared_feeds SET cursor = ?, is_anew = ?, is_complete = ? WHERE number = ?
                """,
                .blob(next),
                .bool(isAnew),
                .bool(feed.isComplete || page.isUpToDate),
                .integer(feed.number)
            )
        }
        return true
    }

    /// Has a feed be read from its beginning; what is there stays until all of it was read.
    ///
    /// - Parameters:
    ///   - name: The feed.
    ///   - cursor: Which cursor the service does not know; a feed that stands elsewhere by now has
    ///     begun anew already.
    /// - Throws: `SQLiteError`.
    func beginAnew(_ name: String, after cursor: [UInt8]) throws(SQLiteError) {
        guard let feed = try feed(name), feed.cursor == cursor else { return }
        try deletePutAside(of: feed)
        let sql = "UPDATE shared_feeds SET cursor = x'', is_anew = 1 WHERE number = ?"
        _ = try connection.run(sql, .integer(feed.number))
        changed.insert(.followed)
    }

    /// Forgets a feed and all that the copy has of it.
    func forget(_ name: String) throws(SQLiteError) {
        guard let feed = try feed(name) else { return }
        try deleteEntries(of: feed)
        try deletePutAside(of: feed)
        let sql = "DELETE FROM shared_feeds WHERE number = ?"
        _ = try connection.run(sql, .integer(feed.number))
        changed.insert(.followed)
    }

    /// Forgets all that people share, and what was answered.
    func eraseShared() throws(SQLiteError) {
        for table in ["shared_feeds", "shared_changes", "shared_entries"] {
            _ = try connection.run("DELETE FROM \(table)")
            _ = try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(table))
        }
        _ = try connection.run("DELETE FROM answers")
        changed.formUnion([.shared, .followed, .answers])
    }

    /// What stands for a feed, which need not be followed; another makes room where there are many.
    func number(ofFeed name: String) throws(SQLiteError) -> Int64 {
        if let known = try feed(name) { return known.number }
        let rest = "SELECT name FROM shared_feeds ORDER BY asked_at DESC, number DESC"
        let others = try connection.rows(rest) { (row) throws(SQLiteError) in
            try row.text(at: 0)
        }
        for other in others.dropFirst(Self.sharedFeedCountMax - 1) { try forget(other) }
        let sql = """
            INSERT INTO shared_feeds (name, cursor, is_complete, is_anew) VALUES (?, x'', 0, 1)
            RETURNING number
            """
        let number = try connection.first(sql, .text(name)) { (row) throws(SQLiteError) in
            try row.integer(at: 0)
        }
        guard let number else { throw .damaged("a feed has no number") }
        return number
    }

    private func take(_ change: SharedChange, of feed: CopiedFeed) throws(SQLiteError) {
        let step = try shown { () throws(AppError) in try SharedStep(change, of: feed.name) }
        if let step { try take(step, in: feed.number) }
        if let step, !feed.isAnew { try noteOldOrders(after: step, of: feed) }
    }

    private func putAside(_ change: SharedChange, of feed: CopiedFeed) throws(SQLiteError) {
        _ = try connection.run(
            "INSERT INTO shared_changes (feed, body) VALUES (?, ?)",
            .integer(feed.number),
            .blob(try encoded(change))
        )
    }

    /// Takes in what was put aside, a piece at a time, for there may be any number.
    private func takePutAside(of feed: CopiedFeed) throws(SQLiteError) {
        let sql = """
            SELECT number, body FROM shared_changes WHERE feed = ? AND number > ?
            ORDER BY number LIMIT 100
            """
        var last = Int64.min
        while true {
            let rows = try connection.rows(sql, .integer(feed.number), .integer(last)) {
                (row) throws(SQLiteError) in (try row.integer(at: 0), try row.blob(at: 1))
            }
            for (number, body) in rows {
                try take(try decoded(SharedChange.self, from: body), of: feed)
                last = number
            }
            if rows.isEmpty { break }
        }
        if last != .min { try deletePutAside(of: feed) }
    }

    private func deletePutAside(of feed: CopiedFeed) throws(SQLiteError) {
        let sql = "DELETE FROM shared_changes WHERE feed = ?"
        _ = try connection.run(sql, .integer(feed.number))
    }

    private static let feedColumns =
        "SELECT number, name, cursor, is_complete, is_anew FROM shared_feeds"

    private static func feed(_ row: borrowing SQLiteRow) throws(SQLiteError) -> CopiedFeed {
        CopiedFeed(
            number: try row.integer(at: 0),
            name: try row.text(at: 1),
            cursor: try row.blob(at: 2),
            isComplete: try row.bool(at: 3),
            isAnew: try row.bool(at: 4)
        )
    }

    private static func seconds(_ moment: Date) -> Int64 {
        Int64(exactly: moment.timeIntervalSince1970.rounded(.down)) ?? 0
    }
}

extension [Change] {
    /// Those of what people share.
    var sharedChanges: [SharedChange] {
        compactMap { if case .shared(let change) = $0.kind { change } else { nil } }
    }
}
