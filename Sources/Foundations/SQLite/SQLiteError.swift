internal import CSQLite

/// What SQLite, or the file system below it, refused to do.
///
/// An absent row is no error: lookups return `nil` for it.
package struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code, or one below 0 for what this module refuses itself.
    package let code: Int32
    /// What went wrong, in SQLite's words.
    package let message: String
    /// The statement that failed, without what was bound to it.
    package let sql: String?

    /// Says what went wrong.
    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// Whether the write would have worked with more room on the disk or in the file.
    ///
    /// Of a quota that is used up SQLite says no more than that the write failed, as it does of
    /// some disks that are broken; its shared memory is a file too, which may not grow.
    package var isFull: Bool {
        primaryCode == SQLITE_FULL || code == Self.writeFailed || code == Self.sharedMemoryFailed
    }

    /// Whether another connection held a lock for longer than the time-out.
    package var isBusy: Bool { primaryCode == SQLITE_BUSY }

    /// Whether the file is damaged, or none of SQLite's at all.
    package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether a row would have broken a constraint of its table.
    package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Whether a value in the file is of another type than the one that was asked for.
    package var isUnexpectedType: Bool { code == Self.unexpectedType }

    /// Whether the connection was closed before.
    package var isClosed: Bool { code == Self.closed }

    /// Whether SQLite had rolled the transaction back already, after an error within it.
    package var isRolledBack: Bool { code == Self.rolledBack }

    /// Whether a later version of the program wrote the file.
    package var isLaterVersion: Bool { code == Self.laterVersion }

    /// The code without what an extended one adds, which are the bits above the lowest eight.
    private var primaryCode: Int32 { code < 0 ? code : code & 0xFF }
}

extension SQLiteError {
    // Below 0, where SQLite has none.
    static let unexpectedType: Int32 = -1
    static let closed: Int32 = -2
    static let rolledBack: Int32 = -3
    static let laterVersion: Int32 = -4
    static let withoutLog: Int32 = -5

    // SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE, which Swift does not see: they are made of
    // others.
    private static let writeFailed = SQLITE_IOERR | (3 << 8)
    private static let sharedMemoryFailed = SQLITE_IOERR | (19 << 8)

    /// Tells a code of which the connection has nothing more to say.
    init(code: Int32, sql: String? = nil) {
        let message = unsafe sqlite3_errstr(code).map { text in unsafe String(cString: text) }
        self.init(code: code, message: message ?? "unknown error", sql: sql)
    }

    /// Tells the last error of a connection.
    init(code: Int32, of connection: OpaquePointer, sql: String? = nil) {
        let message = unsafe String(cString: sqlite3_errmsg(connection))
        self.init(code: code, message: message, sql: sql)
    }
}

extension SQLiteError: CustomStringConvertible {
    /// What went wrong, where, and by which code, without a full stop.
    package var description: String {
        let place = sql.map { " in \($0)" } ?? ""
        return "\(message) (SQLite \(code))\(place)"
    }
}
