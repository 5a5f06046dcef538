import SQLite
import Testing

@Suite("Values")
struct ValueTests {
    private let file = TemporaryFile()

    @Test(
        "What is written is read",
        arguments: [
            .null, .integer(.min), .integer(.max), .integer(0), .real(0.1), .real(-.infinity),
            .real(.leastNonzeroMagnitude), .text(""), .text("한국어 👩‍👩‍👧 e\u{301}"),
            .text("a\0b\0"), .text("\0"), .text("short"), .blob([]), .blob([0]),
            .blob([0xFF, 0, 0xFE]),
            .text(String(repeating: "long ", count: 300_000)),
            .blob([UInt8](repeating: 7, count: 1 << 20)),
        ] as [SQLiteValue]
    )
    func valuesAreRead(value: SQLiteValue) throws {
        let connection = try file.openWithTable()
        try connection.insert(value)
        #expect(try connection.values() == [value])
        #expect(try file.open(.readOnly).values() == [value])
        #expect(try connection.value("SELECT ?", value) == value)
    }

    @Test("A number that is none is no value")
    func notANumber() throws {
        let connection = try file.openWithTable()
        #expect(try connection.value("SELECT ?", .real(.nan)) == .null)
    }

    @Test("Nothing, as bytes and as a text, is something")
    func emptyIsNotNull() throws {
        let connection = try file.openWithTable()
        let types = try connection.rows(
            "SELECT typeof(b), length(b) FROM (SELECT ? AS b UNION ALL SELECT ?)",
            .blob([]),
            ""
        ) { (row) throws(SQLiteError) in
            "\(try row.text(at: 0)) \(try row.integer(at: 1))"
        }
        #expect(types == ["blob 0", "text 0"])
    }

    @Test(
        "A text that is no Unicode is repaired",
        arguments: ["66FF6F", "C3", "EDA080", "F5808080"]
    )
    func damagedTextsAreRepaired(bytes: String) throws {
        let connection = try file.openWithTable()
        let sql = "SELECT CAST(x'\(bytes)' AS TEXT)"
        let text = try #require(
            try connection.first(sql) { (row) throws(SQLiteError) in try row.text(at: 0) }
        )
        #expect(text.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("A file of another encoding has the same texts", arguments: ["UTF-16le", "UTF-16be"])
    func otherEncodings(name: String) throws {
        let connection = try file.open()
        try connection.execute("PRAGMA encoding = '\(name)'; \(TemporaryFile.table)")
        for text in ["한국어 a\0b 👩‍👩‍👧", ""] { try connection.insert(.text(text)) }
        // Half of a letter that has two parts, and half of a part.
        for bytes in ["00D8", "61"] {
            try connection.run("INSERT INTO t (b) VALUES (CAST(x'\(bytes)' AS TEXT))")
        }
        let other = try file.open(.readOnly)
        #expect(try other.value("PRAGMA encoding") == .text(name))
        #expect(try Array(other.values().prefix(2)) == ["한국어 a\0b 👩‍👩‍👧", ""])
        #expect(try other.values().count == 4)
    }

    @Test("Literals are values")
    func literals() {
        let values: [SQLiteValue] = [nil, 5, 0.5, "x", true, false]
        #expect(
            values == [.null, .integer(5), .real(0.5), .text("x"), .integer(1), .integer(0)]
        )
    }

    @Test("What may be missing is a value or none")
    func optionals() {
        #expect(SQLiteValue(optional: Int64(5)) == 5)
        #expect(SQLiteValue(optional: 0.5) == .real(0.5))
        #expect(SQLiteValue(optional: "x") == "x")
        #expect(SQLiteValue(optional: [1, 2]) == .blob([1, 2]))
        #expect(SQLiteValue(optional: true) == 1)
        #expect(SQLiteValue(optional: nil as Int64?) == .null)
        #expect(SQLiteValue(optional: nil as Double?) == .null)
        #expect(SQLiteValue(optional: nil as String?) == .null)
        #expect(SQLiteValue(optional: nil as [UInt8]?) == .null)
        #expect(SQLiteValue(optional: nil as Bool?) == .null)
        #expect(SQLiteValue.bool(false) == 0)
    }

    @Test("What is too long for SQLite is refused")
    func tooLong() throws {
        let connection = try file.openWithTable()
        // A whole row has at most a billion bytes.
        let error = caught { () throws(SQLiteError) in
            try connection.run("INSERT INTO t (b) VALUES (zeroblob(1000000001))")
        }
        #expect(error?.code == 18)
        #expect(try connection.count() == 0)
    }
}
