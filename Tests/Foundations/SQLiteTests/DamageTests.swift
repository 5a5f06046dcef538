import Foundation
import SQLite
import TestSupport
import Testing

/// Bytes of a file that somebody changed: they may cost errors, and never end the process.
@Suite("Damaged files")
struct DamagedFileTests {
    private let file = TemporaryFile()

    /// Makes a file of several pages with an index, closed, and answers with its bytes.
    private func make() throws -> [UInt8] {
        let connection = try file.openWithTable()
        try connection.execute("CREATE INDEX i ON t (b)")
        try connection.transaction { () throws(SQLiteError) in
            for value in 0..<200 {
                try connection.insert(.integer(Int64(value)))
                try connection.insert(.text(String(repeating: "text \(value) ", count: 20)))
            }
            try connection.insert(.blob([UInt8](repeating: 7, count: 20_000)))
        }
        connection.close()
        return Array(try Data(contentsOf: URL(filePath: file.path)))
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Does all that a program does with a file, whatever becomes of it; answers what was thrown.
    private func use() -> [SQLiteError] {
        do throws(SQLiteError) {
            let connection = try file.open()
            return [
                caught { () throws(SQLiteError) in
                    try SQLiteSchema([.text(TemporaryFile.table)]).apply(to: connection)
                },
                caught { () throws(SQLiteError) in _ = try connection.values() },
                caught { () throws(SQLiteError) in
                    _ = try connection.value("SELECT max(b) FROM t WHERE b > 'text 5'")
                },
                caught { () throws(SQLiteError) in try connection.insert("more") },
                caught { () throws(SQLiteError) in
                    try connection.transaction { () throws(SQLiteError) in
                        try connection.run("UPDATE t SET b = b || 'x' WHERE a % 3 = 0")
                        try connection.run("DELETE FROM t WHERE a % 3 = 1")
                    }
                },
                caught { () throws(SQLiteError) in
                    _ = try connection.value("PRAGMA integrity_check")
                },
            ].compactMap { $0 }
        } catch {
            return [error]
        }
    }

    @Test("A file that is none of SQLite's is told as such")
    func otherFiles() throws {
        try write(Array(String(repeating: "no database at all ", count: 500).utf8), to: file.path)
        let errors = use()
        #expect(errors.count == 6)
        for error in errors {
            #expect(error.isCorrupt)
            #expect(error.code == 26)
            #expect(error.message == "file is not a database")
        }
    }

    @Test("A file that was cut is told as damaged, wherever that is", arguments: [1, 3, 5])
    func cutFiles(pages: Int) throws {
        let bytes = try make()
        #expect(bytes.count > 10 * 4_096)
        try write(Array(bytes.prefix(pages * 4_096 + 100)), to: file.path)
        let errors = use()
        #expect(errors.contains { $0.isCorrupt })
    }

    @Test("A page of zeros is told as damage where it is read")
    func zeroedPages() throws {
        var bytes = try make()
        bytes.replaceSubrange(4_096..<8_192, with: [UInt8](repeating: 0, count: 4_096))
        try write(bytes, to: file.path)
        let error = caught { () throws(SQLiteError) in _ = try file.open(.readOnly).values() }
        #expect(error?.isCorrupt == true)
        #expect(error?.isFull == false)
    }

    @Test("An empty file is a new one")
    func emptyFiles() throws {
        try write([], to: file.path)
        let connection = try file.openWithTable()
        #expect(try connection.values() == [])
    }

    @Test("Whatever bytes are changed, the process goes on")
    func changedBytes() throws {
        var generator = SeededGenerator()
        let bytes = try make()
        var failureCount = 0
        for _ in 0..<150 {
            var damaged = bytes
            // Some in the beginning, where the tables are described, and some anywhere.
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let end = Bool.random(using: &generator) ? damaged.count : 4_096
                let index = Int.random(in: 0..<end, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            try write(damaged, to: file.path)
            if !use().isEmpty { failureCount += 1 }
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file.path + suffix)
            }
        }
        #expect(failureCount > 20, "\(generator)")
    }

    @Test("Whatever is in the log, the process goes on, and what is no commit does not count")
    func changedLogs() throws {
        var generator = SeededGenerator()
        let bytes = try make()
        let writer = try file.open()
        try writer.insert("in the log")
        let log = Array(try Data(contentsOf: URL(filePath: file.path + "-wal")))
        writer.close()
        for round in 0..<50 {
            var damaged = log
            let index = Int.random(in: 0..<damaged.count, using: &generator)
            damaged[index] ^= UInt8.random(in: 1 ... .max, using: &generator)
            try write(bytes, to: file.path)
            try write(round == 0 ? log : damaged, to: file.path + "-wal")
            try? FileManager.default.removeItem(atPath: file.path + "-shm")
            let connection = try file.open()
            let count = try connection.count()
            #expect(count == 401 || (round == 0 && count == 402), "\(generator)")
            #expect(try connection.value("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("Values of other types than the schema says throw, wherever they come from")
    func otherTypes() throws {
        let connection = try file.open()
        try connection.execute(
            "CREATE TABLE s (a INTEGER, b TEXT); INSERT INTO s VALUES ('no number', x'00')"
        )
        let errors = [0, 1].map { index in
            caught { () throws(SQLiteError) in
                _ = try connection.rows("SELECT a, b FROM s") { (row) throws(SQLiteError) in
                    _ = index == 0 ? .integer(try row.integer(at: 0)) : try row.value(at: 1)
                    _ = try row.text(at: index)
                }
            }
        }
        for error in errors {
            #expect(error?.isUnexpectedType == true)
            #expect(error?.isCorrupt == false)
        }
    }
}
