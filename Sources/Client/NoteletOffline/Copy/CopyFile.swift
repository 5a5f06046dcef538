internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import SQLite

/// The file of a copy: opened, and mended where it is damaged.
struct CopyFile: Sendable {
    /// Where it is, in a folder that exists.
    let path: String
    /// Whose copy it is.
    let userId: UUID
    /// What is told of each change.
    let hub: ChangeHub

    /// Opens it, and makes it where there is none; one that is damaged is put aside.
    ///
    /// - Throws: `AppError`, `unknown` where it cannot be used.
    func open() throws(AppError) -> CopyStore {
        do throws(SQLiteError) {
            return try store()
        } catch {
            guard error.isCorrupt else { throw AppError(error) }
        }
        try putAside(PrivateFile.identity(of: path))
        return try openMended()
    }

    /// Puts a damaged file aside, and begins another with the writes that waited in it.
    ///
    /// - Parameter damaged: Which file it is; another that has its place already stays.
    /// - Throws: `AppError`, `unknown` where another process is about it, or the disk refuses.
    func putAside(_ damaged: PrivateFile.Identity?) throws(AppError) {
        guard let damaged else { return }
        do throws(PrivateFile.Refusal) {
            guard let lock = try FileLock.take(path + ".mending") else {
                throw PrivateFile.Refusal.system(EBUSY)
            }
            if PrivateFile.identity(of: path) == damaged { try replace() }
            _ = consume lock
        } catch {
            throw .unknown("The damaged copy on this device cannot be put aside: \(error)")
        }
    }

    /// Removes what was put aside, of which everything is in the copy again.
    func removeDamaged() {
        for ending in Self.endings {
            try? FileManager.default.removeItem(atPath: damagedPath + ending)
        }
    }

    /// What the names of the files of SQLite end with, the file itself last: until it is moved, the
    /// damage is found again.
    private static let endings = ["-shm", "-wal", ""]

    private var damagedPath: String { path + ".damaged" }

    private func store() throws(SQLiteError) -> CopyStore {
        try CopyStore(path: path, of: userId, hub: hub)
    }

    private func openMended() throws(AppError) -> CopyStore {
        do throws(SQLiteError) {
            return try store()
        } catch {
            throw AppError(error)
        }
    }

    private func replace() throws(PrivateFile.Refusal) {
        removeDamaged()
        for ending in Self.endings {
            do throws(PrivateFile.Refusal) {
                try PrivateFile.move(path + ending, to: damagedPath + ending)
            } catch {
                guard error == .system(ENOENT) else { throw error }
            }
        }
        let rows = salvagedOutbox()
        guard !rows.isEmpty else { return }
        try? begin(with: rows)
    }

    private func salvagedOutbox() -> [[SQLiteValue]] {
        guard let connection = try? connection(to: damagedPath) else { return [] }
        defer { connection.close() }
        return CopyTables(connection, of: userId).salvagedOutbox()
    }

    private func begin(with rows: [[SQLiteValue]]) throws(SQLiteError) {
        let connection = try connection(to: path)
        defer { connection.close() }
        try CopySchema.schema.apply(to: connection)
        let tables = CopyTables(connection, of: userId)
        try connection.transaction { () throws(SQLiteError) in try tables.insert(salvaged: rows) }
    }

    private func connection(to path: String) throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(
            path: path,
            access: .readWrite,
            busyTimeout: CopyStore.busyTimeout
        )
    }
}
