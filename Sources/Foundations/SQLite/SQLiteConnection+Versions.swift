extension SQLiteConnection {
    /// A number that changes when another connection has changed the file.
    ///
    /// It says nothing across connections: each compares its own numbers, and what it changes
    /// itself leaves them.
    package var dataVersion: Int64 {
        get throws(SQLiteError) { try number("PRAGMA data_version") }
    }

    /// The number that the file has for the use of its program; 0 in a new file.
    package var userVersion: Int32 {
        get throws(SQLiteError) {
            // It is four bytes of the file's header.
            Int32(truncatingIfNeeded: try number("PRAGMA user_version"))
        }
    }

    /// Sets the number that the file has for the use of its program.
    package func setUserVersion(_ version: Int32) throws(SQLiteError) {
        // A pragma takes no values.
        try execute("PRAGMA user_version = \(version)")
    }

    private func number(_ sql: String) throws(SQLiteError) -> Int64 {
        try first(sql) { (row) throws(SQLiteError) in try row.integer(at: 0) } ?? 0
    }
}
