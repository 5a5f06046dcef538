internal import CSQLite

/// One connection to a database file.
///
/// It is not Sendable: it belongs to whoever made it, such as an actor, and SQLite takes no lock
/// for it. Several connections, of any processes, may have the same file open.
///
/// After `close`, every call throws an error that `isClosed`.
@safe
package final class SQLiteConnection {
    /// What a connection may do with its file.
    package enum Access: Sendable {
        /// Reads and writes; makes the file if there is none.
        case readWrite
        /// Reads a file that exists.
        case readOnly
    }

    /// What was begun and not ended.
    enum Transaction {
        case reading, writing
    }

    let busyTimeout: Duration
    var transaction: Transaction?
    private var handle: OpaquePointer?
    private var cache = StatementCache()

    /// Opens the file at a path.
    ///
    /// SQLite looks at what the file holds with the first statement, not before. It makes files
    /// that all may read whom the process's mask and the folder let: a folder of one's own keeps
    /// others out. The path `:memory:` is no file, but a database of this connection alone.
    ///
    /// - Parameters:
    ///   - path: The file, in a folder that exists.
    ///   - access: What may be done with it.
    ///   - busyTimeout: How long a statement waits for the locks of other connections before it
    ///     throws an error that `isBusy`.
    /// - Throws: What SQLite or the system has against it.
    package init(path: String, access: Access, busyTimeout: Duration) throws(SQLiteError) {
        self.busyTimeout = busyTimeout
        // A path ends at its first NUL in C: that would be another file.
        guard !path.utf8.contains(0) else { throw SQLiteError(code: SQLITE_CANTOPEN) }
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle = unsafe handle else { throw SQLiteError(code: SQLITE_NOMEM) }
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, of: handle) }
        // Fields that point at each other stay true; a name in quotes that there is not is an
        // error and no text; and a file that somebody made to do harm runs nothing of theirs, nor
        // lets a statement write what SQLite needs to find its own way.
        let options = [
            (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
        ]
        for (option, value) in options {
            let code = unsafe shim_db_config(handle, Int32(option), Int32(value))
            guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, of: handle) }
        }
        unsafe sqlite3_busy_timeout(handle, busyTimeout.wholeMilliseconds)
        // Damage is found where it is read; and a file that is cut short while it is mapped would
        // end the process.
        try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    deinit {
        close()
    }

    /// Finalizes all statements and closes the file; an open transaction is rolled back.
    ///
    /// A second call does nothing.
    package func close() {
        guard let handle = unsafe handle else { return }
        cache.removeAll()
        _ = unsafe sqlite3_close_v2(handle)
        unsafe self.handle = nil
    }

    /// SQLite's number of the row that was inserted last, by whichever statement; 0 before any.
    package var lastInsertedRowID: Int64 {
        guard let handle = unsafe handle else { return 0 }
        return unsafe sqlite3_last_insert_rowid(handle)
    }
}

// What the other files of the class are made of.
extension SQLiteConnection {
    /// The number of statements that are kept for their next use.
    var cachedStatementCount: Int { cache.count }

    /// Whether SQLite has a transaction open; nil when the connection is closed.
    var hasTransaction: Bool? {
        unsafe handle.map { handle in unsafe sqlite3_get_autocommit(handle) == 0 }
    }

    /// Takes a statement from the cache, or prepares it.
    func take(_ sql: String) throws(SQLiteError) -> Statement {
        let handle = unsafe try requireOpen()
        // One that is in use is not there: whoever reads a row may run its text again.
        if let statement = cache.take(sql) { return statement }
        return unsafe try Statement(sql, on: handle)
    }

    /// Ends a statement and keeps it, unless the connection was closed meanwhile.
    func give(_ statement: Statement) {
        statement.reset()
        if unsafe handle != nil { cache.give(statement) }
    }

    /// Runs all statements of a text, whatever is open.
    func executeAll(_ sql: String) throws(SQLiteError) {
        let handle = unsafe try requireOpen()
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, of: handle, sql: sql) }
    }

    /// Runs `body`; answers how many rows its one statement changed.
    func countChanges(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Int {
        let handle = unsafe try requireOpen()
        let total = unsafe sqlite3_total_changes(handle)
        try body()
        // A statement that is none of INSERT, UPDATE and DELETE leaves the number of the last.
        return unsafe sqlite3_total_changes(handle) == total ? 0 : Int(sqlite3_changes(handle))
    }

    /// Lets a moment pass, for another connection to be done.
    func pause() {
        _ = sqlite3_sleep(1)
    }

    private func requireOpen() throws(SQLiteError) -> OpaquePointer {
        guard let handle = unsafe handle else {
            throw SQLiteError(code: SQLiteError.closed, message: "the connection is closed")
        }
        return unsafe handle
    }
}

extension SQLiteConnection.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: SQLITE_OPEN_READONLY
        }
    }
}

extension Duration {
    /// The milliseconds, from 0 to what a C integer holds.
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = max(self, .zero).components
        guard seconds < Int64(Int32.max) / 1_000 else { return .max }
        return Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
