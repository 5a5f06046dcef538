import SQLite
import TestSupport

/// A database file of one test.
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
        try Self.schema.apply(to: connection)
        return connection
    }

    static let text = "CREATE TABLE t (a INTEGER PRIMARY KEY, b)"
    static var schema: SQLiteSchema { SQLiteSchema([.text(text)]) }
}

extension SQLiteConnection {
    /// All of `b`, by `a`.
    func values() throws(SQLiteError) -> [SQLiteValue] {
        try rows("SELECT b FROM t ORDER BY a") { (row) throws(SQLiteError) in try row.value(at: 0) }
    }

    /// The number of rows of `t`.
    func count() throws(SQLiteError) -> Int64? {
        try first("SELECT count(*) FROM t") { (row) throws(SQLiteError) in try row.integer(at: 0) }
    }
}
