internal import SQLite

/// The tables of a copy's file, and how an earlier file becomes one of today.
enum CopySchema {
    static var schema: SQLiteSchema { SQLiteSchema([.text(first)]) }

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
}
