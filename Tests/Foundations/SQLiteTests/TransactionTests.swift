import SQLite
import Testing

@Suite("SQLite transactions")
struct SQLiteTransactionTests {
    private let file = TemporaryFile()

    @Test("What a transaction did is stored as a whole, and what it returns comes back")
    func commits() throws {
        let connection = try file.openWithTable()
        let other = try file.open(.readOnly)
        let count = try connection.transaction { () throws(SQLiteError) in
            try connection.insert("one")
            try connection.insert("two")
            #expect(try connection.count() == 2)
            #expect(try other.count() == 0)
            return try connection.count()
        }
        #expect(count == 2)
        #expect(try other.values() == ["one", "two"])
    }

    @Test("Nothing stays of a transaction that throws, and the next one works")
    func rollsBack() throws {
        let connection = try file.openWithTable()
        try connection.insert("one")
        let thrown = SQLiteError(code: -100, message: "enough")
        let error = caught { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.insert("two")
                try connection.run("UPDATE t SET b = 0")
                try connection.execute("CREATE TABLE u (c)")
                throw thrown
            }
        }
        #expect(error == thrown)
        #expect(try connection.values() == ["one"])
        #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == 1)
        try connection.transaction { () throws(SQLiteError) in try connection.insert("three") }
        #expect(try file.open().values() == ["one", "three"])
    }

    @Test("A statement that fails need not end a transaction")
    func statementsMayFail() throws {
        let connection = try file.openWithTable()
        try connection.transaction { () throws(SQLiteError) in
            try connection.insert("one")
            #expect(
                caught { () throws(SQLiteError) in
                    try connection.run("INSERT INTO t VALUES (5, 1), (1, 2)")
                }?.isConstraint == true
            )
            try connection.insert("two")
        }
        #expect(try connection.values() == ["one", "two"])
    }

    @Test("What cannot be stored at its end is rolled back")
    func commitFails() throws {
        let connection = try file.openWithTable()
        try connection.execute(
            "CREATE TABLE u (t REFERENCES t (a) DEFERRABLE INITIALLY DEFERRED)"
        )
        let error = caught { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.insert("one")
                try connection.run("INSERT INTO u VALUES (7)")
            }
        }
        #expect(error?.isConstraint == true)
        #expect(error?.sql == "COMMIT")
        #expect(try connection.values() == [])
        try connection.transaction { () throws(SQLiteError) in try connection.insert("two") }
        #expect(try connection.values() == ["two"])
    }

    @Test("Nothing goes on in a transaction that SQLite has rolled back itself")
    func endedTransactions() throws {
        let connection = try file.openWithTable()
        try connection.run("INSERT INTO t VALUES (1, 1)")
        let error = caught { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.insert(2)
                #expect(
                    caught { () throws(SQLiteError) in
                        try connection.run("INSERT OR ROLLBACK INTO t VALUES (1, 3)")
                    }?.isConstraint == true
                )
                let errors = [
                    caught { () throws(SQLiteError) in try connection.insert(4) },
                    caught { () throws(SQLiteError) in try connection.execute("DELETE FROM t") },
                    caught { () throws(SQLiteError) in _ = try connection.values() },
                ]
                for error in errors { #expect(error?.isRolledBack == true) }
            }
        }
        #expect(error?.isRolledBack == true)
        #expect(try connection.values() == [1])
    }

    @Test("A read transaction sees one moment, whatever others do")
    func readTransactions() throws {
        let writer = try file.openWithTable()
        try writer.insert("one")
        let reader = try file.open(.readOnly)
        try reader.readTransaction { () throws(SQLiteError) in
            #expect(try reader.count() == 1)
            let version = try reader.dataVersion
            try writer.insert("two")
            try writer.execute("CREATE TABLE u (c)")
            #expect(try reader.values() == ["one"])
            #expect(try reader.dataVersion == version)
            #expect(caught { () throws(SQLiteError) in try reader.run("SELECT * FROM u") } != nil)
        }
        #expect(try reader.values() == ["one", "two"])
    }

    @Test("What a read transaction throws comes out, and its moment is let go of")
    func readTransactionsThrow() throws {
        let connection = try file.openWithTable()
        let other = try file.open()
        let thrown = SQLiteError(code: -100, message: "enough")
        let error = caught { () throws(SQLiteError) in
            try connection.readTransaction { () throws(SQLiteError) in
                #expect(try connection.count() == 0)
                try other.insert("one")
                throw thrown
            }
        }
        #expect(error == thrown)
        #expect(try connection.values() == ["one"])
        #expect(try connection.readTransaction { () throws(SQLiteError) in 7 } == 7)
        try connection.insert("two")
    }

    @Test("A transaction may begin while a row is read")
    func transactionsWhileReading() throws {
        let connection = try file.openWithTable()
        for value in 1...3 { try connection.insert(.integer(Int64(value))) }
        try connection.execute("CREATE TABLE u (c)")
        _ = try connection.rows("SELECT b FROM t") { (row) throws(SQLiteError) in
            let value = try row.value(at: 0)
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("INSERT INTO u VALUES (?)", value)
            }
        }
        #expect(try connection.value("SELECT sum(c) FROM u") == 6)
    }

    @Test("A transaction in another is a bug, of whichever kinds they are")
    func nestedTransactions() async {
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.transaction { () throws(SQLiteError) in try connection.transaction {} }
        }
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.readTransaction { () throws(SQLiteError) in
                try connection.transaction {}
            }
        }
    }

    @Test("To change something in a read transaction is a bug")
    func changesWhileReading() async {
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.readTransaction { () throws(SQLiteError) in try connection.insert(1) }
        }
        await #expect(processExitsWith: .failure) {
            let connection = try SQLiteConnection.inMemory()
            try connection.readTransaction { () throws(SQLiteError) in
                try connection.execute("DROP TABLE t")
            }
        }
    }
}
