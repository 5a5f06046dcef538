import SQLite
import TestSupport

/// A database file of one test, which is to be a property of its suite: that outlives connections.
struct TemporaryFile {
    let directory = TemporaryDirectory(in: .memory)

    var path: String { directory.path("file.sqlite") }

    /// Opens the file, which need not exist.
    func open(
        _ access: SQLiteConnection.Access = .readWrite,
        busyTimeout: Duration = .zero
    ) throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(path: path, access: access, busyTimeout: busyTimeout)
    }

    /// Opens the file and makes it one with a log and a table `t` of an `a`, a key, and a `b`.
    func openWithTable(busyTimeout: Duration = .zero) throws(SQLiteError) -> SQLiteConnection {
        let connection = try open(busyTimeout: busyTimeout)
        try SQLiteSchema([.text(Self.table)]).apply(to: connection)
        return connection
    }

    static let table = "CREATE TABLE t (a INTEGER PRIMARY KEY, b)"
}

extension SQLiteConnection {
    /// A database that is no file, with a table `t` of an `a`, a key, and a `b`.
    static func inMemory() throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: ":memory:",
            access: .readWrite,
            busyTimeout: .zero
        )
        try connection.execute(TemporaryFile.table)
        return connection
    }

    /// All of `b`, by `a`.
    func values() throws(SQLiteError) -> [SQLiteValue] {
        try rows("SELECT b FROM t ORDER BY a") { (row) throws(SQLiteError) in try row.value(at: 0) }
    }

    /// What a statement answers with, first of all.
    func value(_ sql: String, _ bindings: SQLiteValue...) throws(SQLiteError) -> SQLiteValue? {
        try first(sql, bindings: bindings) { (row) throws(SQLiteError) in try row.value(at: 0) }
    }

    /// The number of rows of `t`.
    func count() throws(SQLiteError) -> SQLiteValue? { try value("SELECT count(*) FROM t") }

    /// Adds a row to `t`.
    func insert(_ value: SQLiteValue) throws(SQLiteError) {
        try run("INSERT INTO t (b) VALUES (?)", value)
    }
}

/// What `body` throws; nil if it throws nothing.
func caught(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
    do throws(SQLiteError) {
        try body()
        return nil
    } catch {
        return error
    }
}
