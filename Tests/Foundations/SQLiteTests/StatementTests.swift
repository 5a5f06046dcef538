@testable import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
    private let file = TemporaryFile()

    @Test("A change says how many rows it changed")
    func changesAreCounted() throws {
        let connection = try file.openWithTable()
        #expect(try connection.run("INSERT INTO t (b) VALUES (?), (?)", "one", 2) == 2)
        #expect(connection.lastInsertedRowID == 2)
        #expect(try connection.run("UPDATE t SET b = ?", 3) == 2)
        #expect(try connection.run("UPDATE t SET b = 4 WHERE a = ?", 9) == 0)
        // These say nothing of their own, and SQLite still has the number of an earlier one.
        #expect(try connection.run("DELETE FROM t WHERE a = 1") == 1)
        #expect(try connection.run("SELECT * FROM t") == 0)
        #expect(try connection.run("CREATE TABLE u (c)") == 0)
        #expect(try connection.values() == [3])
    }

    @Test("Rows come in their order, the first alone if it is asked for, nil if there is none")
    func rowsAreRead() throws {
        let connection = try file.openWithTable()
        for value in ["one", "two", "three"] { try connection.insert(.text(value)) }
        let found = try connection.rows(
            "SELECT a, b FROM t WHERE a > ? ORDER BY a DESC",
            1,
            read: Pair.init
        )
        #expect(found == [Pair(key: 3, text: "three"), Pair(key: 2, text: "two")])
        let first = try connection.first("SELECT a, b FROM t ORDER BY a", read: Pair.init)
        #expect(first == Pair(key: 1, text: "one"))
        #expect(try connection.first("SELECT a, b FROM t WHERE a = ?", 7, read: Pair.init) == nil)
        #expect(try connection.rows("SELECT a, b FROM t WHERE 0", read: Pair.init).isEmpty)
    }

    private struct Pair: Equatable {
        let key: Int64
        let text: String

        init(key: Int64, text: String) {
            self.key = key
            self.text = text
        }

        init(_ row: borrowing SQLiteRow) throws(SQLiteError) {
            key = try row.integer(at: 0)
            text = try row.text(at: 1)
        }
    }

    @Test("A list of values serves as well as values one by one")
    func listsOfValues() throws {
        let connection = try file.openWithTable()
        let values: [SQLiteValue] = [1, "x", nil]
        #expect(
            try connection.run("INSERT INTO t (b) VALUES (?), (?), (?)", bindings: values) == 3
        )
        #expect(try connection.values() == values)
    }

    @Test("A statement that answers with what it changed is run to its end")
    func returningStatements() throws {
        let connection = try file.openWithTable()
        let sql = "INSERT INTO t (b) VALUES (1), (2), (3) RETURNING a"
        #expect(try connection.value(sql) == 1)
        #expect(try file.open(.readOnly).count() == 3)
        // Whether this can be stored is found out at its end, behind its first row.
        try connection.execute("CREATE TABLE u (t REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
        let error = caught { () throws(SQLiteError) in
            _ = try connection.value("INSERT INTO u VALUES (7) RETURNING t")
        }
        #expect(error?.isConstraint == true)
        #expect(try connection.value("SELECT count(*) FROM u") == 0)
    }

    @Test("The same text may be run while a row of it is read")
    func textsMayBeNested() throws {
        let connection = try file.openWithTable()
        for value in 1...3 { try connection.insert(.integer(Int64(value))) }
        let sql = "SELECT b FROM t WHERE b >= ? ORDER BY a"
        let found = try connection.rows(sql, 2) { (row) throws(SQLiteError) in
            let inner = try connection.rows(sql, 3) { (row) throws(SQLiteError) in
                try row.integer(at: 0)
            }
            return [try row.integer(at: 0)] + inner
        }
        #expect(found == [[2, 3], [3, 3]])
        // One of the two was kept.
        let count = connection.cachedStatementCount
        #expect(try connection.rows(sql, 9) { _ in 0 }.isEmpty)
        #expect(connection.cachedStatementCount == count)
    }

    @Test("What fails while a row is read ends the reading, and the statement can be run again")
    func failedReadings() throws {
        let connection = try file.openWithTable()
        for value in ["1", "2"] { try connection.insert(.text(value)) }
        for _ in 0..<2 {
            let error = caught { () throws(SQLiteError) in
                _ = try connection.rows("SELECT b FROM t") { (row) throws(SQLiteError) in
                    try row.integer(at: 0)
                }
            }
            #expect(error?.isUnexpectedType == true)
        }
        #expect(try connection.values() == ["1", "2"])
        // Nothing is left of it that would hold a lock.
        try connection.execute("DROP TABLE t")
    }

    @Test("Any number of statements is executed, up to the one that fails")
    func executions() throws {
        let connection = try file.open()
        try connection.execute("")
        try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b); -- and\nSELECT 1;")
        let error = caught { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t (b) VALUES (1); INSERT INTO u VALUES (2)")
        }
        #expect(error?.message == "no such table: u")
        #expect(error?.sql == "INSERT INTO t (b) VALUES (1); INSERT INTO u VALUES (2)")
        #expect(try connection.values() == [1])
    }

    @Test("Space and comments may follow a statement")
    func spaceMayFollow() throws {
        let connection = try file.openWithTable()
        #expect(try connection.value(" SELECT 1 ; ; -- one\n /* and no other */ ") == 1)
    }

    @Test("A statement outlives a change of the schema")
    func schemasMayChange() throws {
        let connection = try file.openWithTable()
        try connection.insert(1)
        #expect(try connection.values() == [1])
        try file.open().execute("ALTER TABLE t ADD COLUMN c DEFAULT 5; CREATE INDEX i ON t (b)")
        #expect(try connection.values() == [1])
        #expect(try connection.value("SELECT c FROM t") == 5)
    }

    @Test("No more statements are kept than the limit says, and of those the last ones")
    func cacheIsBounded() throws {
        let connection = try file.openWithTable()
        for number in 0..<300 {
            #expect(try connection.value("SELECT \(number)") == .integer(Int64(number)))
            #expect(try connection.values().isEmpty)
            #expect(connection.cachedStatementCount <= StatementCache.capacity)
        }
        #expect(connection.cachedStatementCount == StatementCache.capacity)
        _ = try connection.values()
        #expect(connection.cachedStatementCount == StatementCache.capacity)
    }

    @Test("What is unused for longest is let go of")
    func leastRecentlyUsedGoes() throws {
        let connection = try file.open()
        var cache = StatementCache()
        func give(_ number: Int) throws { cache.give(try connection.take("SELECT \(number)")) }
        for number in 0..<StatementCache.capacity { try give(number) }
        let first = cache.take("SELECT 0")
        cache.give(try #require(first))
        try give(StatementCache.capacity)
        #expect(cache.count == StatementCache.capacity)
        let (oldest, kept) = (cache.take("SELECT 1"), cache.take("SELECT 0"))
        #expect(oldest == nil)
        #expect(kept === first)
        cache.removeAll()
        #expect(cache.count == 0)
    }

    @Test("What is no SQL, or of no table, is told with its text")
    func mistakesAreTold() throws {
        let connection = try file.openWithTable()
        let error = caught { () throws(SQLiteError) in try connection.run("SELECT * FROM u") }
        #expect(error == SQLiteError(code: 1, message: "no such table: u", sql: "SELECT * FROM u"))
        #expect(error?.description == "no such table: u (SQLite 1) in SELECT * FROM u")
        // A name in double quotes is none of a text.
        #expect(caught { () throws(SQLiteError) in try connection.run("SELECT \"x\"") } != nil)
    }

    @Test("Another number of values than places is a bug")
    func bindingsAreCounted() async {
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.run("INSERT INTO t (b) VALUES (?)", 1, 2)
        }
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.run("INSERT INTO t (b) VALUES (?)")
        }
    }

    @Test("More than one statement, or none, is a bug")
    func statementsAreCounted() async {
        await #expect(processExitsWith: .failure) {
            try SQLiteConnection.inMemory().run("DELETE FROM t; DELETE FROM t")
        }
        await #expect(processExitsWith: .failure) {
            try SQLiteConnection.inMemory().run(" -- nothing")
        }
    }
}
