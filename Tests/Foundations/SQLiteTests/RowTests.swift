import SQLite
import Testing

@Suite("Rows")
struct RowTests {
    /// Reads a row that has one value of each kind.
    private func read<Value>(
        _ body: (borrowing SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try SQLiteConnection.inMemory().first("SELECT 5, 0.5, 'x', x'0102', NULL, 1, 0", read: body)
    }

    @Test("Each column is read as what it is")
    func columnsAreRead() throws {
        try read { (row) throws(SQLiteError) in
            #expect(row.columnCount == 7)
            #expect(try row.integer(at: 0) == 5)
            #expect(try row.real(at: 1) == 0.5)
            #expect(try row.text(at: 2) == "x")
            #expect(try row.blob(at: 3) == [1, 2])
            let isNull = (row.isNull(at: 4), row.isNull(at: 0))
            #expect(isNull == (true, false))
            #expect(try row.bool(at: 5))
            #expect(try !row.bool(at: 6))
        }
    }

    @Test("What may be missing is read as what it is, or as nil")
    func optionalColumnsAreRead() throws {
        try read { (row) throws(SQLiteError) in
            #expect(try row.integerIfPresent(at: 0) == 5)
            #expect(try row.realIfPresent(at: 1) == 0.5)
            #expect(try row.textIfPresent(at: 2) == "x")
            #expect(try row.blobIfPresent(at: 3) == [1, 2])
            #expect(try row.boolIfPresent(at: 5) == true)
            #expect(try row.integerIfPresent(at: 4) == nil)
            #expect(try row.realIfPresent(at: 4) == nil)
            #expect(try row.textIfPresent(at: 4) == nil)
            #expect(try row.blobIfPresent(at: 4) == nil)
            #expect(try row.boolIfPresent(at: 4) == nil)
        }
    }

    @Test("A column of another type throws, and is not made up", arguments: 0..<5)
    func otherTypes(index: Int) throws {
        try read { (row) throws(SQLiteError) in
            let integer = caught { () throws(SQLiteError) in _ = try row.integer(at: index) }
            let real = caught { () throws(SQLiteError) in _ = try row.real(at: index) }
            let text = caught { () throws(SQLiteError) in _ = try row.text(at: index) }
            let blob = caught { () throws(SQLiteError) in _ = try row.blob(at: index) }
            for (offset, error) in [integer, real, text, blob].enumerated() {
                #expect(error?.isUnexpectedType == (offset == index ? nil : true))
            }
        }
    }

    @Test("What was found instead is told")
    func otherTypesAreTold() throws {
        let error = caught { () throws(SQLiteError) in
            _ = try read { (row) throws(SQLiteError) in try row.textIfPresent(at: 3) }
        }
        #expect(error?.isUnexpectedType == true)
        #expect(error?.message == "column 3 has bytes instead of a text")
        #expect(error?.sql?.hasPrefix("SELECT 5") == true)
        let truth = caught { () throws(SQLiteError) in
            _ = try read { (row) throws(SQLiteError) in try row.bool(at: 0) }
        }
        #expect(truth?.isUnexpectedType == true)
        #expect(truth?.message == "column 0 has 5, which is no truth")
    }

    @Test("A column that the row does not have is a bug")
    func missingColumns() async {
        await #expect(processExitsWith: .failure) {
            _ = try SQLiteConnection.inMemory().rows("SELECT 1") { (row) throws(SQLiteError) in
                try row.value(at: 1)
            }
        }
        await #expect(processExitsWith: .failure) {
            _ = try SQLiteConnection.inMemory().rows("SELECT 1") { row in row.isNull(at: -1) }
        }
    }
}
