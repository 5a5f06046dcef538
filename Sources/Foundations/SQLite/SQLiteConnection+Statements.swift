extension SQLiteConnection {
    /// Runs any number of statements without values, such as a schema; rows are dropped.
    ///
    /// - Throws: What SQLite has against one of them; those before it were run.
    package func execute(_ sql: String) throws(SQLiteError) {
        try requireTransaction()
        precondition(transaction != .reading, "A read transaction was to change something.")
        try executeAll(sql)
    }

    /// Runs one statement, which is kept prepared for its next use; rows are dropped.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a `?` for each value.
    ///   - bindings: The values, as many as there are places for.
    /// - Returns: The number of rows that it inserted, updated or deleted itself.
    /// - Throws: What SQLite has against it; of the statement nothing stays.
    @discardableResult
    package func run(_ sql: String, _ bindings: SQLiteValue...) throws(SQLiteError) -> Int {
        try run(sql, bindings: bindings)
    }

    /// Runs one statement with any number of values, like `run` with values one by one.
    @discardableResult
    package func run(_ sql: String, bindings: [SQLiteValue]) throws(SQLiteError) -> Int {
        let statement = try begin(sql, bindings)
        defer { give(statement) }
        return try countChanges { () throws(SQLiteError) in
            while try statement.step() {}
        }
    }

    /// Runs one statement and reads all rows that it answers with.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a `?` for each value.
    ///   - bindings: The values, as many as there are places for.
    ///   - read: Makes what is wanted of a row. It may use the connection, but what it changes may
    ///     or may not be among the rows that follow.
    /// - Returns: What was made of the rows, in their order.
    /// - Throws: What SQLite has against it, or `read` against a row.
    package func rows<Row>(
        _ sql: String,
        _ bindings: SQLiteValue...,
        read: (borrowing SQLiteRow) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> [Row] {
        try rows(sql, bindings: bindings, read: read)
    }

    /// Reads all rows of a statement with any number of values, like `rows` with values one by one.
    package func rows<Row>(
        _ sql: String,
        bindings: [SQLiteValue],
        read: (borrowing SQLiteRow) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> [Row] {
        let statement = try begin(sql, bindings)
        defer { give(statement) }
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(SQLiteRow(statement))) }
        return rows
    }

    /// Runs one statement and reads the first row that it answers with.
    ///
    /// - Parameters:
    ///   - sql: The statement, with a `?` for each value.
    ///   - bindings: The values, as many as there are places for.
    ///   - read: Makes what is wanted of the row.
    /// - Returns: What was made of the row, or nil if there is none.
    /// - Throws: What SQLite has against it, or `read` against the row.
    package func first<Row>(
        _ sql: String,
        _ bindings: SQLiteValue...,
        read: (borrowing SQLiteRow) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> Row? {
        try first(sql, bindings: bindings, read: read)
    }

    /// Reads the first row of a statement with any number of values, like `first` with values one
    /// by one.
    package func first<Row>(
        _ sql: String,
        bindings: [SQLiteValue],
        read: (borrowing SQLiteRow) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> Row? {
        let statement = try begin(sql, bindings)
        defer { give(statement) }
        guard try statement.step() else { return nil }
        let row = try read(SQLiteRow(statement))
        // What it changed is committed by its last step, which may fail.
        if !statement.isReadOnly { while try statement.step() {} }
        return row
    }

    /// Takes a statement and gives it its values.
    private func begin(_ sql: String, _ bindings: [SQLiteValue]) throws(SQLiteError) -> Statement {
        try requireTransaction()
        let statement = try take(sql)
        precondition(
            transaction != .reading || statement.isReadOnly,
            "A read transaction was to change something."
        )
        do throws(SQLiteError) {
            try statement.bind(bindings)
        } catch {
            give(statement)
            throw error
        }
        return statement
    }
}
