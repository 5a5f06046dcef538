import Foundation
import SQLite
import TestSupport
import Testing

/// What stays of a file whose process is killed, or whose disk has no room.
@Suite("Bad ends")
struct CrashTests {
    private let file = TemporaryFile()

    @Test("Of a process that is killed in a transaction stays what it had stored before")
    func killedInTransactions() async throws {
        let path = file.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let connection = try SQLiteConnection(
                path: path,
                access: .readWrite,
                busyTimeout: .zero
            )
            try SQLiteSchema([.text(TemporaryFile.table)]).apply(to: connection)
            try connection.transaction { () throws(SQLiteError) in
                for value in 0..<100 { try connection.insert(.integer(Int64(value))) }
            }
            try connection.transaction { () throws(SQLiteError) in
                // More than SQLite keeps in memory: some of it is in the log already.
                for _ in 0..<1_000 {
                    try connection.insert(.blob([UInt8](repeating: 7, count: 10_000)))
                }
                kill(getpid(), SIGKILL)
            }
        }
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        #expect(try #require(log[.size] as? Int) > 1 << 20)
        let connection = try file.open()
        #expect(try connection.values() == (0..<100).map { .integer($0) })
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        try connection.insert("and on")
    }

    @Test(
        "Whenever a process is killed, what it was told to be stored is, and in whole",
        arguments: 1...6
    )
    func killedAtAnyTime(round: Int) async throws {
        let (path, told) = (file.path, file.directory.path("told"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, told = told as String, round = round as Int] in
            // Nobody else ends a process that goes on for ever.
            alarm(60)
            Thread.detachNewThread {
                while !FileManager.default.fileExists(atPath: told) { usleep(100) }
                usleep(UInt32(round * round * 3_000))
                kill(getpid(), SIGKILL)
            }
            let connection = try SQLiteConnection(
                path: path,
                access: .readWrite,
                busyTimeout: .zero
            )
            try SQLiteSchema([.text(TemporaryFile.table)]).apply(to: connection)
            for number in 1... {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.insert(.integer(Int64(number)))
                    try connection.insert(.blob([UInt8](repeating: 7, count: 20_000)))
                }
                try Data("\(number)".utf8).write(to: URL(filePath: told), options: .atomic)
            }
        }
        let number = try #require(Int64(String(contentsOfFile: told, encoding: .utf8)))
        let connection = try file.open()
        let count = try connection.first("SELECT count(*), max(b) FROM t WHERE a % 2 = 1") {
            (row) throws(SQLiteError) in
            (try row.integer(at: 0), try row.integer(at: 1))
        }
        let stored = try #require(count)
        #expect(stored.0 == stored.1)
        #expect((number...number + 1).contains(stored.0))
        #expect(try connection.count() == .integer(2 * stored.0))
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("A full file refuses, keeps what it has, and takes more when there is room")
    func fullFiles() throws {
        let connection = try file.openWithTable()
        try connection.execute("PRAGMA max_page_count = 100")
        var count: Int64 = 0
        let error = caught { () throws(SQLiteError) in
            while true {
                try connection.insert(.blob([UInt8](repeating: 7, count: 10_000)))
                count += 1
            }
        }
        #expect(error?.isFull == true)
        #expect(error?.code == 13)
        #expect(count > 10)
        #expect(try connection.count() == .integer(count))
        let inTransaction = caught { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("DELETE FROM t WHERE a = 1")
                for _ in 0..<10 {
                    try connection.insert(.blob([UInt8](repeating: 7, count: 10_000)))
                }
            }
        }
        #expect(inTransaction?.isFull == true)
        #expect(try connection.count() == .integer(count))
        try connection.execute("PRAGMA max_page_count = 1000")
        try connection.insert("more")
        #expect(try connection.count() == .integer(count + 1))
    }

    @Test("What the system does not write is refused, and what was stored before stays")
    func fullDisks() async throws {
        let path = file.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let connection = try SQLiteConnection(
                path: path,
                access: .readWrite,
                busyTimeout: .zero
            )
            try SQLiteSchema([.text(TemporaryFile.table)]).apply(to: connection)
            try connection.insert("before")
            // No file of this process grows beyond this, as if a quota were used up.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
            precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let error = caught { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    for _ in 0..<1_000 {
                        try connection.insert(.blob([UInt8](repeating: 7, count: 10_000)))
                    }
                }
            }
            precondition(error?.isFull == true, "\(String(describing: error))")
            let values = try connection.values()
            precondition(values == ["before"])
        }
        let connection = try file.open()
        #expect(try connection.values() == ["before"])
        try connection.insert("after")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }
}
