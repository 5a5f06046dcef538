import CLMDB

/// The questions that read and write transactions answer alike.
@safe
struct Lookup: ~Copyable {
    private let transaction: OpaquePointer
    private let environment: Environment

    init(_ transaction: OpaquePointer, _ environment: Environment) {
        unsafe self.transaction = unsafe transaction
        self.environment = environment
    }

    borrowing func withValue<Success>(
        of key: RawSpan,
        in table: Table,
        _ body: (RawSpan) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success? {
        environment.requireOwn(table)
        var value = unsafe MDB_val()
        let code = unsafe key.withUnsafeBytes { bytes in
            var key = unsafe MDB_val(bytes)
            return unsafe mdb_get(transaction, table.handle, &key, &value)
        }
        if code == MDB_NOTFOUND { return nil }
        try check(code)
        return try body(unsafe value.buffer.bytes)
    }

    borrowing func statistics(of table: Table) throws(LMDBError) -> TableStatistics {
        environment.requireOwn(table)
        var statistics = MDB_stat()
        try unsafe check(mdb_stat(transaction, table.handle, &statistics))
        return TableStatistics(
            entryCount: statistics.ms_entries,
            depth: Int(statistics.ms_depth),
            branchPageCount: statistics.ms_branch_pages,
            leafPageCount: statistics.ms_leaf_pages,
            overflowPageCount: statistics.ms_overflow_pages
        )
    }
}

extension Environment {
    /// Stops a caller that mixes tables and transactions of two environments.
    func requireOwn(_ table: Table) {
        precondition(
            table.environmentID == identifier,
            "A table can only be used in transactions of its own environment."
        )
    }
}
