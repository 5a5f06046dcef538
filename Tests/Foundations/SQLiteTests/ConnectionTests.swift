import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
    private let file = TemporaryFile()

    @Test("A file is made where there is none, and read again")
    func filesAreMade() throws {
        #expect(!FileManager.default.fileExists(atPath: file.path))
        do {
            let connection = try file.openWithTable()
            try connection.insert("kept")
        }
        // The last connection moves everything from the log into the file.
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        #expect(try file.open().values() == ["kept"])
    }

    @Test("A file that there is not, or a folder, cannot be opened")
    func missingFiles() throws {
        #expect(caught { () throws(SQLiteError) in _ = try file.open(.readOnly) }?.code == 14)
        for path in [file.directory.path, file.directory.path("no/file"), file.path + "\0x"] {
            let error = caught { () throws(SQLiteError) in
                _ = try SQLiteConnection(path: path, access: .readWrite, busyTimeout: .zero)
            }
            #expect(error.map { $0.code & 0xFF } == 14)
            #expect(error?.message == "unable to open database file")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.directory.path).isEmpty)
    }

    @Test("Who may only read changes nothing")
    func readOnly() throws {
        let writer = try file.openWithTable()
        try writer.insert("one")
        let reader = try file.open(.readOnly)
        #expect(try reader.values() == ["one"])
        #expect(try reader.readTransaction { () throws(SQLiteError) in try reader.count() } == 1)
        let errors = [
            caught { () throws(SQLiteError) in try reader.insert("two") },
            caught { () throws(SQLiteError) in try reader.execute("DROP TABLE t") },
            caught { () throws(SQLiteError) in
                try reader.transaction { () throws(SQLiteError) in try reader.insert("two") }
            },
            caught { () throws(SQLiteError) in try reader.setUserVersion(7) },
        ]
        #expect(errors.map { ($0?.code ?? 0) & 0xFF } == [8, 8, 8, 8])
        #expect(try writer.values() == ["one"])
    }

    @Test("Fields that point at other tables are checked")
    func foreignKeys() throws {
        let connection = try file.openWithTable()
        try connection.execute(
            "CREATE TABLE u (t INTEGER NOT NULL REFERENCES t (a) ON DELETE CASCADE)"
        )
        let error = caught { () throws(SQLiteError) in
            try connection.run("INSERT INTO u VALUES (1)")
        }
        #expect(error?.isConstraint == true)
        #expect(error?.code == 787)
        try connection.insert("one")
        try connection.run("INSERT INTO u VALUES (1)")
        // What goes with a row is not counted.
        #expect(try connection.run("DELETE FROM t") == 1)
        #expect(try connection.value("SELECT count(*) FROM u") == 0)
    }

    @Test("A constraint is told as what it is, and what follows works")
    func constraints() throws {
        let connection = try file.openWithTable()
        try connection.run("INSERT INTO t VALUES (1, 2)")
        let error = caught { () throws(SQLiteError) in
            try connection.run("INSERT INTO t VALUES (2, 3), (1, 4)")
        }
        #expect(error?.isConstraint == true)
        #expect(error?.code == 1555)
        #expect(error?.message == "UNIQUE constraint failed: t.a")
        #expect(try connection.run("INSERT INTO t VALUES (2, 3)") == 1)
        #expect(try connection.values() == [2, 3])
    }

    @Test("After its end every call throws, and a second end does nothing")
    func closedConnections() throws {
        let connection = try file.openWithTable()
        try connection.insert("one")
        connection.close()
        connection.close()
        let errors = [
            caught { () throws(SQLiteError) in try connection.execute("SELECT 1") },
            caught { () throws(SQLiteError) in try connection.insert("two") },
            caught { () throws(SQLiteError) in _ = try connection.values() },
            caught { () throws(SQLiteError) in _ = try connection.count() },
            caught { () throws(SQLiteError) in try connection.transaction {} },
            caught { () throws(SQLiteError) in try connection.readTransaction {} },
            caught { () throws(SQLiteError) in _ = try connection.dataVersion },
            caught { () throws(SQLiteError) in _ = try connection.userVersion },
            caught { () throws(SQLiteError) in try connection.setUserVersion(1) },
            caught { () throws(SQLiteError) in try SQLiteSchema([]).apply(to: connection) },
        ]
        for error in errors { #expect(error?.isClosed == true) }
        #expect(connection.lastInsertedRowID == 0)
        #expect(try file.open().values() == ["one"])
    }

    @Test("A connection that is closed while a row is read reads its rows to the end")
    func closedWhileReading() throws {
        let connection = try file.openWithTable()
        for value in 1...3 { try connection.insert(.integer(Int64(value))) }
        let found = try connection.rows("SELECT b FROM t") { (row) throws(SQLiteError) in
            connection.close()
            return try row.value(at: 0)
        }
        #expect(found == [1, 2, 3])
        let other = try file.open()
        try other.insert(4)
        #expect(try other.count() == 4)
    }

    @Test("A connection that is closed in a transaction stores nothing of it")
    func closedInTransactions() throws {
        let connection = try file.openWithTable()
        let error = caught { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.insert("lost")
                connection.close()
            }
        }
        #expect(error?.isClosed == true)
        #expect(try file.open().values() == [])
    }

    @Test("The number of the data changes when others change it, and not by oneself")
    func dataVersions() throws {
        let connection = try file.openWithTable()
        let other = try file.open()
        let first = try connection.dataVersion
        try connection.insert("own")
        #expect(try connection.dataVersion == first)
        try other.insert("other")
        let second = try connection.dataVersion
        #expect(second != first)
        #expect(try connection.dataVersion == second)
        #expect(try other.values() == ["own", "other"])
        #expect(try connection.dataVersion == second)
    }

    @Test("The program's own number is kept", arguments: [0, 1, -1, .max, .min] as [Int32])
    func userVersions(version: Int32) throws {
        let connection = try file.open()
        #expect(try connection.userVersion == 0)
        try connection.setUserVersion(version)
        #expect(try connection.userVersion == version)
        #expect(try file.open(.readOnly).userVersion == version)
    }

    @Test("The number of the row that was inserted last is told")
    func lastRows() throws {
        let connection = try file.openWithTable()
        #expect(connection.lastInsertedRowID == 0)
        try connection.run("INSERT INTO t VALUES (?, 1)", .integer(.max - 1))
        #expect(connection.lastInsertedRowID == .max - 1)
        try connection.insert(2)
        #expect(connection.lastInsertedRowID == .max)
    }

    @Test("A database that is no file is its connection's alone")
    func noFile() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.insert("one")
        #expect(try connection.values() == ["one"])
        #expect(try SQLiteConnection.inMemory().values() == [])
    }

    @Test("No statement may write what SQLite needs to find its way")
    func schemaIsDefended() throws {
        let connection = try file.openWithTable()
        let error = caught { () throws(SQLiteError) in
            try connection.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
        }
        #expect(error?.message == "table sqlite_master may not be modified")
        #expect(try connection.values() == [])
    }
}
