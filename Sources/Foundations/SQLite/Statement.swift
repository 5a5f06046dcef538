internal import CSQLite

/// A prepared statement, finalized when the last reference to it goes.
@safe
final class Statement {
    let sql: String
    /// When the cache was last given it, counted in uses.
    var lastUse = 0
    private let handle: OpaquePointer

    /// Prepares the one statement of a text.
    ///
    /// - Throws: What SQLite has against it, such as a table that there is not.
    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        let (code, handle) = unsafe Self.prepare(sql, on: connection)
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError(code: code, of: connection, sql: sql)
        }
        guard let handle = unsafe handle else {
            preconditionFailure("A text without a statement was to be run.")
        }
        self.sql = sql
        unsafe self.handle = handle
    }

    deinit {
        _ = unsafe sqlite3_finalize(handle)
    }

    private static func prepare(
        _ sql: String,
        on connection: OpaquePointer
    ) -> (code: Int32, handle: OpaquePointer?) {
        unsafe sql.withCString { text in
            var handle: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            // The cache keeps it for long: SQLite is not to spend its small fast memory on it.
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let code = unsafe sqlite3_prepare_v3(connection, text, -1, flags, &handle, &tail)
            guard code == SQLITE_OK else { return (code, nil) }
            // White space and comments may follow, of which SQLite makes no statement.
            var next: OpaquePointer?
            let isAlone =
                unsafe sqlite3_prepare_v3(connection, tail, -1, 0, &next, nil) == SQLITE_OK
                && next == nil
            precondition(isAlone, "More than one statement was to be run at once.")
            return unsafe (code, handle)
        }
    }

    /// Whether it leaves the file as it is.
    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// Gives it its values, which SQLite copies.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        precondition(
            unsafe Int(sqlite3_bind_parameter_count(handle)) == values.count,
            "A statement was given another number of values than it has places for."
        )
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: Int32(offset + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// Goes to the next row; answers whether there is one.
    func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw error(code) }
        return false
    }

    /// Ends it, so that it can be run again, and forgets its values.
    ///
    /// What failed in its last step was told by that.
    func reset() {
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let value): return unsafe sqlite3_bind_int64(handle, index, value)
        case .real(let value): return unsafe sqlite3_bind_double(handle, index, value)
        case .text(var text):
            return text.withUTF8 { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                return unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe shim_bind_text(handle, index, characters.baseAddress, count)
                }
            }
        case .blob(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                return unsafe shim_bind_blob(handle, index, bytes.baseAddress, count)
            }
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        guard let connection = unsafe sqlite3_db_handle(handle) else {
            return SQLiteError(code: code, sql: sql)
        }
        return unsafe SQLiteError(code: code, of: connection, sql: sql)
    }
}

// The present row.
extension Statement {
    /// The columns of the present row; 0 when there is none.
    var columnCount: Int { unsafe Int(sqlite3_data_count(handle)) }

    func type(at index: Int) -> Int32 { unsafe sqlite3_column_type(handle, Int32(index)) }

    func integer(at index: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(index)) }

    func real(at index: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(index)) }

    /// The text in a column; what of it is no Unicode is repaired.
    func text(at index: Int) throws(SQLiteError) -> String {
        // Asked for in this order: the text may have to be converted before its bytes are counted.
        guard let start = unsafe sqlite3_column_text(handle, Int32(index)) else {
            throw error(SQLITE_NOMEM)
        }
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(index)))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes in a column.
    func blob(at index: Int) throws(SQLiteError) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(handle, Int32(index))
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(index)))
        // There is no address where there are no bytes, nor where memory ran out for a blob that
        // the file has as a number of zeros.
        guard let start = unsafe start else {
            guard count == 0 else { throw error(SQLITE_NOMEM) }
            return []
        }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
