internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// The events that wait to be sent, in a file: they are nobody's, so no log-out touches them, and
/// none of them is worth a flush of the disk.
actor EventStore {
    private let path: String
    private nonisolated let executor = QueueExecutor(label: "notelet.events")
    private var connection: SQLiteConnection?

    /// The queue of the file.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How many events wait at most: what is older is dropped.
    static let countMax = 1_000
    /// How many events go out at once: as many as the service takes.
    static let batchCountMax = 100
    /// How many bytes of events go out at once, where there is more than one: with what is around
    /// them, the service takes 16 KiB of who sends no token.
    static let batchByteCountMax = 12 << 10

    /// Events that go out together, as often as it takes.
    struct Batch: Sendable {
        let events: [LoggedEvent]
        /// The place of the last one.
        let last: Int64
        /// What names the intention to send them, also after the next start, so that they are
        /// counted once.
        let key: String
        /// What the file drew for this installation; nothing is known by it.
        let installation: String
    }

    /// Names the file, which is opened when it is needed.
    init(path: String) {
        self.path = path
    }

    /// Has an event wait, for which the oldest makes room where there are too many.
    ///
    /// - Throws: `AppError`, `unknown` where the file cannot be written.
    func append(_ event: LoggedEvent) throws(AppError) {
        guard let body = try? JSONEncoder().encode(event) else { return }
        try onFile { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                _ = try connection.run("INSERT INTO events (body) VALUES (?)", .blob([UInt8](body)))
                let sql = "DELETE FROM events WHERE number <= last_insert_rowid() - ?"
                _ = try connection.run(sql, .integer(Int64(Self.countMax)))
            }
        }
    }

    /// The oldest events; nil where none waits.
    ///
    /// Until they are removed it is the same batch, less what has made room meanwhile: a service
    /// that has the batch already takes no part of it for another one.
    ///
    /// - Throws: `AppError`, `unknown` where the file cannot be read or written.
    func firstBatch() throws(AppError) -> Batch? {
        try onFile { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let sql = "SELECT number, body FROM events ORDER BY number LIMIT ?"
                let rows = try connection.rows(sql, .integer(Int64(Self.batchCountMax))) {
                    (row) throws(SQLiteError) in (try row.integer(at: 0), try row.blob(at: 1))
                }
                guard let first = rows.first?.0 else { return nil }
                var byteCount = 0
                let fitting = rows.prefix { row in
                    byteCount += row.1.count
                    return row.0 == first || byteCount <= Self.batchByteCountMax
                }
                let sending = try Self.sending(first...(fitting.last?.0 ?? first), connection)
                // What cannot be read is not worth to be kept.
                let events = rows.filter { $0.0 <= sending.last }.compactMap { row in
                    try? JSONDecoder().decode(LoggedEvent.self, from: Data(row.1))
                }
                return Batch(
                    events: events,
                    last: sending.last,
                    key: sending.key,
                    installation: sending.installation
                )
            }
        }
    }

    /// What is noted of the batch of which the first of some places is; they are another one where
    /// none is.
    private static func sending(
        _ places: ClosedRange<Int64>,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> (last: Int64, key: String, installation: String) {
        _ = try connection.run(
            "UPDATE sending SET last = ?, key = lower(hex(randomblob(16))) WHERE last < ?",
            .integer(places.upperBound),
            .integer(places.lowerBound)
        )
        let sql = "SELECT last, key, installation FROM sending"
        let sending = try connection.first(sql) { (row) throws(SQLiteError) in
            (
                last: try row.integer(at: 0), key: try row.text(at: 1),
                installation: try row.text(at: 2)
            )
        }
        return sending ?? (places.upperBound, "", "")
    }

    /// Has a batch wait no more.
    ///
    /// - Throws: `AppError`, `unknown` where the file cannot be written.
    func remove(_ batch: Batch) throws(AppError) {
        try onFile { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                _ = try connection.run("DELETE FROM events WHERE number <= ?", .integer(batch.last))
            }
        }
    }

    /// Lets go of the file.
    func close() {
        connection?.close()
        connection = nil
    }

    /// Does something with the file; one that is damaged is begun anew.
    private func onFile<Value>(
        _ body: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(AppError) -> Value {
        do throws(SQLiteError) {
            return try body(try open())
        } catch {
            guard error.isCorrupt || error.isUnexpectedType else { throw AppError(error) }
        }
        close()
        for ending in ["", "-wal", "-shm"] { try? PrivateFile.remove(path + ending) }
        do throws(SQLiteError) {
            return try body(try open())
        } catch {
            throw AppError(error)
        }
    }

    private func open() throws(SQLiteError) -> SQLiteConnection {
        if let connection { return connection }
        try? PrivateFile.makeEmpty(path)
        let connection = try SQLiteConnection(
            path: path,
            access: .readWrite,
            busyTimeout: CopyStore.busyTimeout
        )
        try Self.schema.apply(to: connection)
        try connection.execute("PRAGMA synchronous = NORMAL")
        self.connection = connection
        return connection
    }

    private static var schema: SQLiteSchema {
        SQLiteSchema([
            """
            CREATE TABLE events (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                body BLOB NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE sending (
                last INTEGER NOT NULL,
                key TEXT NOT NULL,
                installation TEXT NOT NULL
            ) STRICT;
            INSERT INTO sending VALUES (0, '', lower(hex(randomblob(16))))
            """,
        ])
    }
}
