import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Schemas")
struct SchemaTests {
    private let file = TemporaryFile()

    private static let first = SQLiteSchema([.text(TemporaryFile.table)])
    private static let third = SQLiteSchema([
        .text(TemporaryFile.table),
        "ALTER TABLE t ADD COLUMN c TEXT NOT NULL DEFAULT ''; CREATE INDEX byC ON t (c)",
        .change { (connection) throws(SQLiteError) in
            try connection.run("UPDATE t SET c = ? || b", "was ")
        },
    ])

    @Test("An empty file gets all migrations, and a second time none")
    func emptyFiles() throws {
        let connection = try file.open()
        #expect(Self.third.version == 3)
        #expect(try Self.third.apply(to: connection) == 0)
        #expect(try connection.userVersion == 3)
        #expect(try Self.third.apply(to: connection) == 3)
        try connection.run("INSERT INTO t (b, c) VALUES (1, 'x')")
        #expect(try file.open(.readOnly).value("SELECT c FROM t") == "x")
    }

    @Test("A file of an earlier version gets the rest, and keeps what it has")
    func earlierFiles() throws {
        do {
            let connection = try file.open()
            try Self.first.apply(to: connection)
            try connection.insert("one")
        }
        let connection = try file.open()
        #expect(try Self.third.apply(to: connection) == 1)
        #expect(try connection.userVersion == 3)
        #expect(try connection.values() == ["one"])
        #expect(try connection.value("SELECT c FROM t") == "was one")
    }

    @Test("A file of a later version is refused, and nothing of it is changed", arguments: [4, -1])
    func laterFiles(version: Int32) throws {
        do {
            let connection = try file.open()
            try connection.execute(TemporaryFile.table)
            try connection.setUserVersion(version)
        }
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        let connection = try file.open()
        let error = caught { () throws(SQLiteError) in try Self.third.apply(to: connection) }
        #expect(error?.isLaterVersion == true)
        #expect(error?.message == "the file has version \(version), and those up to 3 are known")
        #expect(try connection.value("PRAGMA journal_mode") == "delete")
        connection.close()
        #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
    }

    @Test("A migration that fails leaves the version before it, from where the next one goes on")
    func failingMigrations() throws {
        let connection = try file.open()
        let failing = SQLiteSchema([
            .text(TemporaryFile.table), "INSERT INTO t (b) VALUES (1); INSERT INTO u VALUES (2)",
        ])
        let error = caught { () throws(SQLiteError) in try failing.apply(to: connection) }
        #expect(error?.message == "no such table: u")
        #expect(try connection.userVersion == 1)
        #expect(try connection.values() == [])
        let thrown = SQLiteError(code: -100, message: "enough")
        let throwing = SQLiteSchema([
            .text(TemporaryFile.table),
            .change { (connection) throws(SQLiteError) in
                try connection.insert(1)
                throw thrown
            },
        ])
        #expect(caught { () throws(SQLiteError) in try throwing.apply(to: connection) } == thrown)
        #expect(try connection.values() == [])
        #expect(try Self.third.apply(to: connection) == 1)
    }

    @Test("A migration that ends its transaction is refused")
    func migrationsEndNoTransaction() throws {
        let connection = try file.open()
        let schema = SQLiteSchema([.text(TemporaryFile.table + "; COMMIT")])
        let error = caught { () throws(SQLiteError) in try schema.apply(to: connection) }
        #expect(error?.isRolledBack == true)
        #expect(try connection.userVersion == 0)
    }

    @Test("A file gets a log, and what is committed is flushed")
    func modes() throws {
        let connection = try file.open()
        try Self.first.apply(to: connection)
        #expect(try connection.value("PRAGMA journal_mode") == "wal")
        #expect(try connection.value("PRAGMA synchronous") == 2)
        #expect(try connection.value("PRAGMA fullfsync") == 1)
        #expect(try connection.value("PRAGMA foreign_keys") == 1)
        #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
        #expect(try file.open().value("PRAGMA journal_mode") == "wal")
    }

    @Test("What can have no log is refused")
    func noLog() throws {
        let connection = try SQLiteConnection.inMemory()
        let error = caught { () throws(SQLiteError) in try SQLiteSchema([]).apply(to: connection) }
        #expect(error?.message == "the file cannot have a log, but has memory for a journal")
        #expect(error?.isCorrupt == false)
    }

    @Test("Who may only read finds out whether a file is up to date")
    func readers() throws {
        let writer = try file.open()
        try Self.first.apply(to: writer)
        let reader = try file.open(.readOnly)
        #expect(try Self.first.apply(to: reader) == 1)
        let error = caught { () throws(SQLiteError) in try Self.third.apply(to: reader) }
        #expect(error.map { $0.code & 0xFF } == 8)
        #expect(try writer.userVersion == 1)
    }

    @Test("A log is not waited for longer than the time-out")
    func busyFiles() throws {
        let other = try file.open()
        let connection = try file.open(busyTimeout: .milliseconds(100))
        try other.transaction { () throws(SQLiteError) in
            try other.execute(TemporaryFile.table)
            let start = ContinuousClock.now
            let error = caught { () throws(SQLiteError) in
                try Self.third.apply(to: connection)
            }
            #expect(error?.isBusy == true)
            #expect(ContinuousClock.now - start >= .milliseconds(90))
        }
        #expect(try connection.value("PRAGMA journal_mode") == "delete")
    }

    @Test("Several at once bring a file up to date once")
    func severalAtOnce() async throws {
        for round in 0..<10 {
            let path = file.directory.path("file\(round)")
            let versions = try await withThrowingTaskGroup(of: Int32.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let connection = try SQLiteConnection(
                            path: path,
                            access: .readWrite,
                            busyTimeout: .seconds(30)
                        )
                        return try SQLiteSchema([
                            .text(TemporaryFile.table), "INSERT INTO t (b) VALUES (1)",
                            "INSERT INTO t (b) VALUES (2)",
                        ]).apply(to: connection)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(versions.contains(0))
            let connection = try SQLiteConnection(
                path: path,
                access: .readOnly,
                busyTimeout: .zero
            )
            #expect(try connection.values() == [1, 2])
            #expect(try connection.userVersion == 3)
        }
    }
}
