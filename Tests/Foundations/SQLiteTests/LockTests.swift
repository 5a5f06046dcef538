import Foundation
import SQLite
import Testing

@Suite("SQLite locks")
struct LockTests {
    private let file = TemporaryFile()

    @Test("One writes at a time, and whoever does not wait is told at once")
    func writersExcludeEachOther() throws {
        let first = try file.openWithTable()
        let second = try file.open()
        try first.transaction { () throws(SQLiteError) in
            try first.insert("first")
            let errors = [
                caught { () throws(SQLiteError) in try second.insert("second") },
                caught { () throws(SQLiteError) in try second.transaction {} },
                caught { () throws(SQLiteError) in try second.execute("DROP TABLE t") },
            ]
            for error in errors {
                #expect(error?.isBusy == true)
                #expect(error?.isFull == false)
                #expect(error?.message == "database is locked")
            }
            // Readers do not wait.
            #expect(try second.values() == [])
        }
        try second.insert("second")
        #expect(try first.values() == ["first", "second"])
    }

    @Test("Whoever waits is told when the time is over")
    func timeOuts() throws {
        let first = try file.openWithTable()
        let second = try file.open(busyTimeout: .milliseconds(200))
        try first.transaction { () throws(SQLiteError) in
            let start = ContinuousClock.now
            let error = caught { () throws(SQLiteError) in try second.insert("second") }
            #expect(error?.isBusy == true)
            #expect(ContinuousClock.now - start >= .milliseconds(190))
        }
    }

    @Test(
        "Whoever waits goes on when the other one is done",
        arguments: [Duration.seconds(60), .seconds(Int64.max)]
    )
    func waiting(busyTimeout: Duration) async throws {
        let connection = try file.openWithTable(busyTimeout: busyTimeout)
        let path = file.path
        let (held, hold) = AsyncStream<Void>.makeStream()
        let other = Task.detached {
            // Also if it fails: nobody waits for what does not come.
            defer { hold.finish() }
            let other = try SQLiteConnection(path: path, access: .readWrite, busyTimeout: .zero)
            try other.transaction { () throws(SQLiteError) in
                try other.insert("other")
                hold.yield()
                Thread.sleep(forTimeInterval: 0.2)
            }
        }
        for await _ in held { break }
        try connection.transaction { () throws(SQLiteError) in
            #expect(try connection.values() == ["other"])
            try connection.insert("own")
        }
        try await other.value
        #expect(try connection.values() == ["other", "own"])
    }

    @Test("A time below nothing is none")
    func negativeTimes() throws {
        let first = try file.openWithTable()
        let second = try file.open(busyTimeout: .seconds(-5))
        try first.transaction { () throws(SQLiteError) in
            #expect(
                caught { () throws(SQLiteError) in try second.insert("second") }?.isBusy == true
            )
        }
    }

    @Test("A transaction that began to read is not made to write upon what others wrote since")
    func writersBeginAsWriters() throws {
        // A `BEGIN` of another kind would fail here, whatever the time-out.
        let first = try file.openWithTable(busyTimeout: .seconds(60))
        let second = try file.open()
        try second.insert("second")
        try first.transaction { () throws(SQLiteError) in
            let count = try first.count()
            #expect(caught { () throws(SQLiteError) in try second.insert("no") }?.isBusy == true)
            try first.insert(count ?? .null)
        }
        #expect(try second.values() == ["second", 1])
    }

    @Test("Readers see sums that are true, while others move values about")
    func readersAreConsistent() async throws {
        let connection = try file.openWithTable(busyTimeout: .seconds(60))
        for _ in 0..<10 { try connection.insert(100) }
        let path = file.path
        let writer = Task.detached {
            let writer = try SQLiteConnection(
                path: path,
                access: .readWrite,
                busyTimeout: .seconds(60)
            )
            for round in 0..<300 {
                try writer.transaction { () throws(SQLiteError) in
                    let (from, to) = (Int64(round % 10 + 1), Int64(round * 7 % 10 + 1))
                    try writer.run("UPDATE t SET b = b - 1 WHERE a = ?", .integer(from))
                    try writer.run("UPDATE t SET b = b + 1 WHERE a = ?", .integer(to))
                }
            }
        }
        for _ in 0..<300 {
            try connection.readTransaction { () throws(SQLiteError) in
                var sum: Int64 = 0
                for key in 1...10 as ClosedRange<Int64> {
                    let value = try connection.value("SELECT b FROM t WHERE a = ?", .integer(key))
                    if case .integer(let value) = value { sum += value }
                }
                #expect(sum == 1_000)
            }
        }
        try await writer.value
    }
}
