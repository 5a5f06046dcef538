extension SQLiteConnection {
    /// Runs `body` in a transaction, which holds the lock for writing from its beginning.
    ///
    /// All that `body` does with this connection is stored when this returns, and nothing of it
    /// when this throws. There is one at a time: neither kind of transaction is begun in another.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or what keeps the transaction from beginning or from being
    ///   stored; an error that `isBusy` while another connection writes.
    @discardableResult
    package func transaction<Success>(
        _ body: () throws(SQLiteError) -> Success
    ) throws(SQLiteError) -> Success {
        try inTransaction(.writing, begunBy: "BEGIN IMMEDIATE", body)
    }

    /// Runs `body`, all reads of which see the file as the first of them does.
    ///
    /// To change something there is a bug. It is to be short: what others write meanwhile cannot be
    /// moved from the log into the file.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or what keeps the transaction from beginning.
    @discardableResult
    package func readTransaction<Success>(
        _ body: () throws(SQLiteError) -> Success
    ) throws(SQLiteError) -> Success {
        try inTransaction(.reading, begunBy: "BEGIN DEFERRED", body)
    }

    /// Refuses to go on in a transaction that SQLite has ended.
    ///
    /// After a full disk, among others, it rolls everything back ("ROLLBACK", lang_transaction).
    /// Statements that followed would each be stored by themselves.
    func requireTransaction() throws(SQLiteError) {
        guard transaction != nil, hasTransaction == false else { return }
        throw SQLiteError(
            code: SQLiteError.rolledBack,
            message: "the transaction was rolled back before"
        )
    }

    private func inTransaction<Success>(
        _ kind: Transaction,
        begunBy sql: String,
        _ body: () throws(SQLiteError) -> Success
    ) throws(SQLiteError) -> Success {
        precondition(transaction == nil, "A transaction was begun in another.")
        try runAlone(sql)
        transaction = kind
        defer { transaction = nil }
        do throws(SQLiteError) {
            let result = try body()
            try requireTransaction()
            try runAlone("COMMIT")
            return result
        } catch {
            // The first error is the one to tell. A transaction that is over already, or whose
            // connection was closed, has nothing left to roll back.
            if hasTransaction == true { try? runAlone("ROLLBACK") }
            throw error
        }
    }

    private func runAlone(_ sql: String) throws(SQLiteError) {
        let statement = try take(sql)
        defer { give(statement) }
        _ = try statement.step()
    }
}
