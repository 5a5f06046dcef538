/// What the tables of a file are, and how a file of an earlier version gets there.
///
/// The version of a file is the number of migrations that it went through, in `PRAGMA
/// user_version`. A migration that was ever released is not changed again: a further one follows.
package struct SQLiteSchema: Sendable {
    /// One step from a version to the next, in a transaction of its own.
    ///
    /// Keys that point at other tables are enforced meanwhile, so that to drop a table deletes what
    /// points at its rows, where the schema says so.
    package enum Migration: Sendable {
        /// Statements without values.
        case text(String)
        /// Whatever is to be done with a connection, but to begin a transaction.
        case change(@Sendable (SQLiteConnection) throws(SQLiteError) -> Void)
    }

    private let migrations: [Migration]

    /// Lists the migrations from an empty file on, in their order.
    package init(_ migrations: [Migration]) {
        precondition(Int32(exactly: migrations.count) != nil, "A version has 32 bits.")
        self.migrations = migrations
    }

    /// The version of a file with all migrations.
    package var version: Int32 { Int32(migrations.count) }

    /// Has a connection write durably and leave readers alone, and brings its file up to date.
    ///
    /// The file has a log for what is written (WAL), so that readers and one writer do not wait
    /// for each other, and what is committed is on stable storage. Each migration is stored as a
    /// whole or not at all; several connections may call this at once.
    ///
    /// - Returns: The version that the file had before.
    /// - Throws: An error that `isLaterVersion`, before anything is changed, if the file has a
    ///   version that is not known; what a migration throws; and what the file system has against
    ///   a log.
    @discardableResult
    package func apply(to connection: SQLiteConnection) throws(SQLiteError) -> Int32 {
        let version = try knownVersion(of: connection)
        try useLog(connection)
        while try knownVersion(of: connection) < self.version {
            try connection.transaction { () throws(SQLiteError) in
                // Another connection may have come first.
                let present = try knownVersion(of: connection)
                guard present < self.version else { return }
                switch migrations[Int(present)] {
                case .text(let sql): try connection.execute(sql)
                case .change(let change): try change(connection)
                }
                try connection.setUserVersion(present + 1)
            }
        }
        return version
    }

    private func knownVersion(of connection: SQLiteConnection) throws(SQLiteError) -> Int32 {
        let present = try connection.userVersion
        guard (0...version).contains(present) else {
            throw SQLiteError(
                code: SQLiteError.laterVersion,
                message: "the file has version \(present), and those up to \(version) are known"
            )
        }
        return present
    }

    /// Turns the log on, for which nobody else may use the file for a moment.
    ///
    /// Of two that want to at once SQLite has one wait, and refuses the other without waiting, so
    /// that they do not wait for each other.
    private func useLog(_ connection: SQLiteConnection) throws(SQLiteError) {
        let start = ContinuousClock.now
        while true {
            do throws(SQLiteError) {
                return try turnLogOn(connection)
            } catch {
                let isLate = ContinuousClock.now - start >= connection.busyTimeout
                guard error.isBusy && !isLate else { throw error }
                connection.pause()
            }
        }
    }

    private func turnLogOn(_ connection: SQLiteConnection) throws(SQLiteError) {
        let mode = try connection.first("PRAGMA journal_mode = WAL") { (row) throws(SQLiteError) in
            try row.text(at: 0)
        }
        guard mode == "wal" else {
            throw SQLiteError(
                code: SQLiteError.withoutLog,
                message: "the file cannot have a log, but has \(mode ?? "nothing") for a journal"
            )
        }
        // Apple's systems keep what was flushed in the drive's own memory unless told otherwise.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
    }
}

extension SQLiteSchema.Migration: ExpressibleByStringLiteral {
    /// Makes a migration of statements.
    package init(stringLiteral value: String) { self = .text(value) }
}
