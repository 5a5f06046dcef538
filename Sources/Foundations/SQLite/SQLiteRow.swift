internal import CSQLite

/// The present row of a statement, lent to whoever reads it.
///
/// A column is asked for as what it is, by its index from 0: one of another type is damage or
/// somebody else's, and throws. SQLite would make up a value.
package struct SQLiteRow: ~Copyable {
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    /// The number of columns.
    package var columnCount: Int { statement.columnCount }

    /// Whether a column has no value.
    package func isNull(at index: Int) -> Bool { type(at: index) == SQLITE_NULL }

    /// The whole number in a column.
    package func integer(at index: Int) throws(SQLiteError) -> Int64 {
        try require(SQLITE_INTEGER, at: index)
        return statement.integer(at: index)
    }

    /// The truth in a column, which is 0 or 1.
    package func bool(at index: Int) throws(SQLiteError) -> Bool {
        let value = try integer(at: index)
        guard value == 0 || value == 1 else {
            throw unexpected("column \(index) has \(value), which is no truth")
        }
        return value == 1
    }

    /// The number with a fraction in a column.
    package func real(at index: Int) throws(SQLiteError) -> Double {
        try require(SQLITE_FLOAT, at: index)
        return statement.real(at: index)
    }

    /// The text in a column; what of it is no Unicode is repaired.
    package func text(at index: Int) throws(SQLiteError) -> String {
        try require(SQLITE_TEXT, at: index)
        return try statement.text(at: index)
    }

    /// The bytes in a column.
    package func blob(at index: Int) throws(SQLiteError) -> [UInt8] {
        try require(SQLITE_BLOB, at: index)
        return try statement.blob(at: index)
    }

    /// Whatever is in a column.
    package func value(at index: Int) throws(SQLiteError) -> SQLiteValue {
        switch type(at: index) {
        case SQLITE_INTEGER: .integer(statement.integer(at: index))
        case SQLITE_FLOAT: .real(statement.real(at: index))
        case SQLITE_TEXT: .text(try statement.text(at: index))
        case SQLITE_BLOB: .blob(try statement.blob(at: index))
        default: .null
        }
    }

    private func type(at index: Int) -> Int32 {
        precondition(
            index >= 0 && index < statement.columnCount,
            "A column was asked for that the row does not have."
        )
        return statement.type(at: index)
    }

    private func require(_ type: Int32, at index: Int) throws(SQLiteError) {
        let found = self.type(at: index)
        guard found != type else { return }
        throw unexpected(
            "column \(index) has \(Self.name(of: found)) instead of \(Self.name(of: type))"
        )
    }

    private func unexpected(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLiteError.unexpectedType, message: message, sql: statement.sql)
    }

    private static func name(of type: Int32) -> String {
        switch type {
        case SQLITE_INTEGER: "a whole number"
        case SQLITE_FLOAT: "a number with a fraction"
        case SQLITE_TEXT: "a text"
        case SQLITE_BLOB: "bytes"
        default: "no value"
        }
    }
}

extension SQLiteRow {
    /// The whole number in a column, or nil.
    package func integerIfPresent(at index: Int) throws(SQLiteError) -> Int64? {
        isNull(at: index) ? nil : try integer(at: index)
    }

    /// The truth in a column, or nil.
    package func boolIfPresent(at index: Int) throws(SQLiteError) -> Bool? {
        isNull(at: index) ? nil : try bool(at: index)
    }

    /// The number with a fraction in a column, or nil.
    package func realIfPresent(at index: Int) throws(SQLiteError) -> Double? {
        isNull(at: index) ? nil : try real(at: index)
    }

    /// The text in a column, or nil.
    package func textIfPresent(at index: Int) throws(SQLiteError) -> String? {
        isNull(at: index) ? nil : try text(at: index)
    }

    /// The bytes in a column, or nil.
    package func blobIfPresent(at index: Int) throws(SQLiteError) -> [UInt8]? {
        isNull(at: index) ? nil : try blob(at: index)
    }
}
