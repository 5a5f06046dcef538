internal import SQLite

/// The tables of a copy's file, and how an earlier file becomes one of today.
enum CopySchema {
    static var schema: SQLiteSchema {
        SQLiteSchema([.text(first), .text(second), .text(third), .text(fourth)])
    }

    /// Bodies are messages of the contract, so that a new field of the contract is no new table.
    ///
    /// Positions are given in the order of the feed, which is that of the lists. What came in a
    /// reply and not yet by the feed is loose since a session of the feed.
    private static let first = """
        CREATE TABLE copy (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            cursor BLOB NOT NULL,
            session INTEGER NOT NULL,
            is_complete INTEGER NOT NULL,
            change_count INTEGER NOT NULL,
            account BLOB,
            is_left INTEGER NOT NULL
        ) STRICT;
        INSERT INTO copy VALUES (1, x'', 0, 0, 0, NULL, 0);

        CREATE TABLE messages (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            direction INTEGER NOT NULL,
            contact BLOB,
            body BLOB NOT NULL,
            intention BLOB,
            loose_since INTEGER
        ) STRICT;
        CREATE INDEX messages_by_direction ON messages (direction, position);
        CREATE INDEX messages_by_contact ON messages (contact, position)
            WHERE contact IS NOT NULL;
        CREATE INDEX messages_by_intention ON messages (intention)
            WHERE intention IS NOT NULL;
        CREATE INDEX loose_messages ON messages (loose_since) WHERE loose_since IS NOT NULL;

        CREATE TABLE contacts (
            id BLOB PRIMARY KEY,
            registered_at INTEGER NOT NULL,
            body BLOB NOT NULL,
            intention BLOB,
            loose_since INTEGER
        ) STRICT;

        CREATE TABLE blocks (
            message BLOB PRIMARY KEY,
            body BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE outbox (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            lane BLOB NOT NULL,
            method TEXT NOT NULL,
            request BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            tried_at INTEGER,
            state INTEGER NOT NULL,
            refusal BLOB,
            failure TEXT
        ) STRICT;
        CREATE INDEX outbox_by_lane ON outbox (lane, number);
        """

    /// What people share: the feeds, what of them waits for the rest of its feed, and what is
    /// there.
    ///
    /// Numbers are given in the order of the feed. What is sorted by no key has the newest first.
    private static let second = """
        CREATE TABLE shared_feeds (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            cursor BLOB NOT NULL,
            is_complete INTEGER NOT NULL,
            is_anew INTEGER NOT NULL,
            asked_at INTEGER
        ) STRICT;

        CREATE TABLE shared_changes (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX shared_changes_by_feed ON shared_changes (feed, number);

        CREATE TABLE shared_entries (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            id BLOB NOT NULL UNIQUE,
            owner BLOB,
            sort_key BLOB,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX shared_entries_in_order ON shared_entries (feed, kind, sort_key, number);
        CREATE INDEX shared_entries_by_owner ON shared_entries (owner, number)
            WHERE owner IS NOT NULL;
        """

    /// What a reply said is deleted, by the session of the feed at that moment.
    private static let third = """
        CREATE TABLE loose_deletions (
            id BLOB PRIMARY KEY,
            loose_since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
    /// What the service answered last to a question, and whether there is another answer since, by
    /// what was done here.
    private static let fourth = """
        CREATE TABLE answers (
            question TEXT PRIMARY KEY,
            is_old INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
