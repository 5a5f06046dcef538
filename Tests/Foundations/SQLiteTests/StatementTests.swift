import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
    @Test("What is written is read")
    func valuesAreRead() throws {
        let connection = try TemporaryFile().openWithTable()
        #expect(try connection.run("INSERT INTO t (b) VALUES (?), (?)", "one", 2) == 2)
        #expect(try connection.values() == ["one", 2])
        let found = try connection.rows("SELECT a, b FROM t WHERE b = ?", "one") {
            (row) throws(SQLiteError) in
            let a = try row.integer(at: 0)
            return (a, try row.text(at: 1))
        }
        #expect(found.count == 1 && found.first?.0 == 1 && found.first?.1 == "one")
        let one = try connection.transaction { () throws(SQLiteError) in
            try connection.run("DELETE FROM t WHERE a = ?", 2)
            return try connection.first("SELECT b FROM t", read: text)
        }
        #expect(one == "one")
    }

    private func text(_ row: borrowing SQLiteRow) throws(SQLiteError) -> String {
        try row.text(at: 0)
    }
}
