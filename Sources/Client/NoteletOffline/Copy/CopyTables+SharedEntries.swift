internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// A thing that people share, and its place in the copy.
struct PlacedEntry<Value: Sendable>: Sendable {
    let value: Value
    let number: Int64
}

/// A thing that people share, and what it is sorted by.
struct SortedEntry<Value: Sendable>: Sendable {
    let value: Value
    let sortKey: [UInt8]
}

extension CopyTables {
    /// Takes in what a change of a feed does.
    func take(_ step: SharedStep, in feed: Int64) throws(SQLiteError) {
        switch step {
        case .put(let entry):
            switch entry.kind {
            case .item, .member, .post, .order: try put(entry, in: feed)
            case .chatText: try takeText(entry, in: feed)
            case .readMark, .ownMark: try takeMark(entry, in: feed)
            }
        case .delete(let id): try deleteEntry(id)
        }
    }

    /// Takes a thing in as it is now; one that was there stays where it is among the newest.
    func put(_ entry: SharedEntry, in feed: Int64) throws(SQLiteError) {
        _ = try connection.run(
            """
            INSERT INTO shared_entries (feed, kind, id, owner, sort_key, body)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                feed = excluded.feed, kind = excluded.kind, owner = excluded.owner,
                sort_key = excluded.sort_key, body = excluded.body
            """,
            .integer(feed),
            .integer(entry.kind.rawValue),
            .blob(entry.id),
            SQLiteValue(optional: entry.owner),
            SQLiteValue(optional: entry.sortKey),
            .blob(entry.body)
        )
        changed.insert(.shared)
    }

    /// Takes a thing away, and what belongs to it; one that is not there is no matter.
    func deleteEntry(_ id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run("DELETE FROM shared_entries WHERE id = ?", .blob(id))
        _ = try connection.run("DELETE FROM shared_entries WHERE owner = ?", .blob(id))
        changed.insert(.shared)
    }

    /// Takes away all that the copy has of a feed.
    func deleteEntries(of feed: CopiedFeed) throws(SQLiteError) {
        let sql = "DELETE FROM shared_entries WHERE feed = ?"
        _ = try connection.run(sql, .integer(feed.number))
        changed.insert(.shared)
    }

    /// The thing of an id; nil where the copy has none.
    func entry<Message, Value>(
        _ id: [UInt8],
        as form: SharedForm<Message, Value>
    ) throws(SQLiteError) -> Value? {
        try connection.first(
            "SELECT body FROM shared_entries WHERE id = ? AND kind = ?",
            .blob(id),
            .integer(form.kind.rawValue)
        ) { (row) throws(SQLiteError) in try value(of: row.blob(at: 0), as: form) }
    }

    /// The feed that has the thing of an id; nil where the copy has none.
    func feed(ofEntry id: [UInt8]) throws(SQLiteError) -> String? {
        let sql = """
            SELECT name FROM shared_feeds
            WHERE number = (SELECT feed FROM shared_entries WHERE id = ?)
            """
        return try connection.first(sql, .blob(id)) { (row) throws(SQLiteError) in
            try row.text(at: 0)
        }
    }

    /// Things of a kind in a feed, sorted.
    ///
    /// - Parameters:
    ///   - form: The kind.
    ///   - feed: The feed.
    ///   - skippedCount: How many stand before those that are wanted.
    ///   - countMax: How many at most.
    /// - Returns: The things.
    /// - Throws: `SQLiteError`.
    func sortedEntries<Message, Value>(
        as form: SharedForm<Message, Value>,
        in feed: String,
        after skippedCount: Int = 0,
        countMax: Int = .max
    ) throws(SQLiteError) -> [Value] {
        try connection.rows(
            """
            SELECT body FROM shared_entries
            WHERE feed = (SELECT number FROM shared_feeds WHERE name = ?) AND kind = ?
            ORDER BY sort_key, number LIMIT ? OFFSET ?
            """,
            .text(feed),
            .integer(form.kind.rawValue),
            .integer(Int64(countMax)),
            .integer(Int64(skippedCount))
        ) { (row) throws(SQLiteError) in try value(of: row.blob(at: 0), as: form) }
    }

    /// Things of a kind in a feed, sorted, each with what it is sorted by.
    ///
    /// - Parameters:
    ///   - form: The kind.
    ///   - feed: The feed.
    ///   - key: Behind which place; nil for the first ones.
    ///   - countMax: How many at most.
    /// - Returns: The things.
    /// - Throws: `SQLiteError`.
    func sortedEntries<Message, Value>(
        as form: SharedForm<Message, Value>,
        in feed: String,
        behind key: [UInt8]?,
        countMax: Int
    ) throws(SQLiteError) -> [SortedEntry<Value>] {
        try connection.rows(
            """
            SELECT body, sort_key FROM shared_entries
            WHERE feed = (SELECT number FROM shared_feeds WHERE name = ?) AND kind = ?
            AND sort_key > ? ORDER BY sort_key LIMIT ?
            """,
            .text(feed),
            .integer(form.kind.rawValue),
            .blob(key ?? []),
            .integer(Int64(countMax))
        ) { (row) throws(SQLiteError) in
            SortedEntry(
                value: try value(of: row.blob(at: 0), as: form),
                sortKey: try row.blob(at: 1)
            )
        }
    }

    /// Things of a kind in a feed, the newest first.
    ///
    /// - Parameters:
    ///   - form: The kind.
    ///   - feed: The feed.
    ///   - number: Before which place; nil for the newest.
    ///   - countMax: How many at most.
    /// - Returns: The things, each with its place.
    /// - Throws: `SQLiteError`.
    func newestEntries<Message, Value>(
        as form: SharedForm<Message, Value>,
        in feed: String,
        before number: Int64? = nil,
        countMax: Int = .max
    ) throws(SQLiteError) -> [PlacedEntry<Value>] {
        try connection.rows(
            """
            SELECT body, number FROM shared_entries
            WHERE feed = (SELECT number FROM shared_feeds WHERE name = ?) AND kind = ?
            AND sort_key IS NULL AND number < ? ORDER BY number DESC LIMIT ?
            """,
            .text(feed),
            .integer(form.kind.rawValue),
            .integer(number ?? .max),
            .integer(Int64(countMax))
        ) { (row) throws(SQLiteError) in try placed(row, as: form) }
    }

    /// What belongs to a thing, the newest first.
    ///
    /// - Parameters:
    ///   - form: The kind of what belongs to it.
    ///   - owner: The id of the thing.
    ///   - number: Before which place; nil for the newest.
    ///   - countMax: How many at most.
    /// - Returns: What belongs to it, each with its place.
    /// - Throws: `SQLiteError`.
    func newestEntries<Message, Value>(
        as form: SharedForm<Message, Value>,
        ofOwner owner: [UInt8],
        before number: Int64? = nil,
        countMax: Int
    ) throws(SQLiteError) -> [PlacedEntry<Value>] {
        try connection.rows(
            """
            SELECT body, number FROM shared_entries
            WHERE owner = ? AND number < ? ORDER BY number DESC LIMIT ?
            """,
            .blob(owner),
            .integer(number ?? .max),
            .integer(Int64(countMax))
        ) { (row) throws(SQLiteError) in try placed(row, as: form) }
    }

    /// How much belongs to a thing.
    func entryCount(ofOwner owner: [UInt8]) throws(SQLiteError) -> Int {
        let sql = "SELECT count(*) FROM shared_entries WHERE owner = ?"
        let count = try connection.first(sql, .blob(owner)) { (row) throws(SQLiteError) in
            try row.integer(at: 0)
        }
        return Int(count ?? 0)
    }

    private func placed<Message, Value>(
        _ row: borrowing SQLiteRow,
        as form: SharedForm<Message, Value>
    ) throws(SQLiteError) -> PlacedEntry<Value> {
        PlacedEntry(value: try value(of: row.blob(at: 0), as: form), number: try row.integer(at: 1))
    }

    private func value<Message, Value>(
        of body: [UInt8],
        as form: SharedForm<Message, Value>
    ) throws(SQLiteError) -> Value {
        let message = try decoded(Message.self, from: body)
        return try shown { () throws(AppError) in try form.shown(message) }
    }
}
