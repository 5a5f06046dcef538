internal import SQLite

// What of a damaged file is nowhere else: the writes that wait.
extension CopyTables {
    /// The rows of the outbox in their order, as far as the file can be read.
    func salvagedOutbox() -> [[SQLiteValue]] {
        let columns = Self.outboxColumns.joined(separator: ", ")
        let sql = "SELECT \(columns) FROM outbox WHERE number > ? ORDER BY number LIMIT 1"
        var rows: [[SQLiteValue]] = []
        var last: Int64 = 0
        // Row by row: what follows a row that cannot be read is not to take it along.
        while let row = (try? connection.first(sql, .integer(last), read: Self.values)),
            case .integer(let number)? = row.first
        {
            rows.append(row)
            last = number
        }
        return rows
    }

    /// Has the writes wait that were salvaged, but for those that wait already.
    func insert(salvaged rows: [[SQLiteValue]]) throws(SQLiteError) {
        let columns = Self.outboxColumns.dropFirst()
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows {
            _ = try connection.run(
                """
                INSERT OR IGNORE INTO outbox (\(columns.joined(separator: ", ")))
                VALUES (\(places))
                """,
                bindings: Array(row.dropFirst())
            )
        }
        changed.insert(.outbox)
    }

    private static let outboxColumns = [
        "number", "id", "lane", "method", "request", "created_at", "tried_at", "state", "refusal",
        "failure",
    ]

    private static func values(
        _ row: borrowing SQLiteRow
    ) throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for index in 0..<row.columnCount { values.append(try row.value(at: index)) }
        return values
    }
}
