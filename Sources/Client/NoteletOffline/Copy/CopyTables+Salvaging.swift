internal import Foundation
internal import NoteletRemote
internal import SQLite

// What of a damaged file is nowhere else: the writes that wait.
extension CopyTables {
    /// The rows of the outbox, as far as the file can be read from either end.
    ///
    /// - Returns: What the columns hold, the oldest first.
    /// - Throws: `SQLiteError` where it is not damage that is in the way.
    func salvagedOutbox() throws(SQLiteError) -> [[SQLiteValue]] {
        var rows: [Int64: [SQLiteValue]] = [:]
        try salvage("number > ? ORDER BY number", after: .min, into: &rows)
        try salvage("number < ? ORDER BY number DESC", after: .max, into: &rows)
        return rows.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Has the writes wait that were salvaged, but for what is none.
    func insert(salvaged rows: [[SQLiteValue]]) throws(SQLiteError) {
        let columns = Self.outboxColumns.joined(separator: ", ")
        let places = Self.outboxColumns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT OR IGNORE INTO outbox (\(columns)) VALUES (\(places))"
        for row in rows {
            do throws(SQLiteError) {
                _ = try connection.run(sql, bindings: row)
            } catch {
                guard error.isConstraint || error.isUnexpectedType else { throw error }
            }
        }
        try deleteUnreadableEntries()
        changed.insert(.outbox)
    }

    /// Reads row by row until there is none, or none that can be read.
    private func salvage(
        _ order: String,
        after start: Int64,
        into rows: inout [Int64: [SQLiteValue]]
    ) throws(SQLiteError) {
        let columns = Self.outboxColumns.joined(separator: ", ")
        let sql = "SELECT number, \(columns) FROM outbox WHERE \(order) LIMIT 1"
        var last = start
        do throws(SQLiteError) {
            while let row = try connection.first(sql, .integer(last), read: Self.values),
                case .integer(let number)? = row.first, rows[number] == nil
            {
                rows[number] = Array(row.dropFirst())
                last = number
            }
        } catch {
            guard error.isCorrupt || error.isUnexpectedType else { throw error }
        }
    }

    private func deleteUnreadableEntries() throws(SQLiteError) {
        let ids = try connection.rows("SELECT id FROM outbox") { (row) throws(SQLiteError) in
            try row.blob(at: 0)
        }
        for id in ids where !isReadable(id) {
            _ = try connection.run("DELETE FROM outbox WHERE id = ?", .blob(id))
        }
    }

    private func isReadable(_ id: [UInt8]) -> Bool {
        guard let id = UUID(optional: id) else { return false }
        do throws(SQLiteError) {
            _ = try entry(id)
            return true
        } catch {
            return false
        }
    }

    private static let outboxColumns = [
        "id", "lane", "method", "request", "created_at", "tried_at", "state", "refusal", "failure",
    ]

    private static func values(
        _ row: borrowing SQLiteRow
    ) throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for index in 0..<row.columnCount { values.append(try row.value(at: index)) }
        return values
    }
}
