internal import SQLite

/// The writes that wait as they were read last, for as long as the file is as it was then: many
/// observers read them after each change.
///
/// It is for a connection that only reads: SQLite tells a connection of the changes of others.
final class PendingWriteCache {
    private var cached: (version: Int64, writes: PendingWrites)?

    /// The writes that wait, as a transaction sees them.
    func writes(of tables: CopyTables) throws(SQLiteError) -> PendingWrites {
        let version = try tables.connection.dataVersion
        if let cached, cached.version == version { return cached.writes }
        let writes = try PendingWrites(of: tables)
        cached = (version, writes)
        return writes
    }
}
