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
        try finishPuttingAside()
        do throws(SQLiteError) {
            return try store()
        } catch {
            guard error.isCorrupt else { throw AppError(error) }
        }
        try putAside(PrivateFile.identity(of: path))
        do throws(SQLiteError) {
            return try store()
        } catch {
            throw AppError(error)
        }
    }

    /// Puts a damaged file aside, and has another in its place with the writes that waited in it.
    ///
    /// Whenever that ends, by a kill or a full disk, either the damaged file is still in its place,
    /// or it is known by both of its names that it is to be put aside.
    ///
    /// - Parameter damaged: Which file it is; another that has its place already stays.
    /// - Throws: `AppError`, `unknown` where another process is about it, or the disk refuses; the
    ///   file is where it was then.
    func putAside(_ damaged: PrivateFile.Identity?) throws(AppError) {
        guard let damaged else { return }
        try alone { () throws(AppError) in
            guard PrivateFile.identity(of: path) == damaged else { return }
            try makeNew(from: path)
            removeDamaged()
            do throws(PrivateFile.Refusal) {
                try PrivateFile.addName(damagedPath + Self.log, to: path + Self.log)
                try PrivateFile.addName(damagedPath, to: path)
            } catch {
                throw Self.refused(error)
            }
            try replace()
        }
    }

    /// Removes what was put aside, of which everything is in the copy again.
    func removeDamaged() { Self.removeDatabase(at: damagedPath) }

    /// What SQLite calls the file of what is not in the database yet, and its index.
    private static let log = "-wal"
    private static let sharedMemory = "-shm"

    private static func removeDatabase(at path: String) {
        // The file first: without it the others are nothing.
        for ending in ["", log, sharedMemory] { try? PrivateFile.remove(path + ending) }
    }

    private var damagedPath: String { path + ".damaged" }
    private var newPath: String { path + ".new" }

    private func store() throws(SQLiteError) -> CopyStore {
        try CopyStore(path: path, of: userId, hub: hub)
    }

    /// Goes on where a process ended that put the file aside.
    private func finishPuttingAside() throws(AppError) {
        guard let damaged = PrivateFile.identity(of: damagedPath),
            PrivateFile.identity(of: path) == damaged
        else { return }
        try alone { () throws(AppError) in
            guard PrivateFile.identity(of: path) == damaged else { return }
            // Together with its log: in its own place it may be without.
            try makeNew(from: damagedPath)
            try replace()
        }
    }

    /// Runs a body while no other process puts the file aside.
    private func alone(_ body: () throws(AppError) -> Void) throws(AppError) {
        let lock: FileLock?
        do throws(PrivateFile.Refusal) {
            lock = try FileLock.take(path + ".mending")
        } catch {
            throw Self.refused(error)
        }
        switch consume lock {
        case .some(let held):
            try body()
            _ = consume held
        case nil: throw .unknown("Another process is mending the copy on this device.")
        }
    }

    /// Makes a file beside it that has what waits in a damaged one, on stable storage.
    private func makeNew(from damagedPath: String) throws(AppError) {
        Self.removeDatabase(at: newPath)
        do throws(SQLiteError) {
            let rows = try salvagedOutbox(of: damagedPath)
            try? PrivateFile.makeEmpty(newPath)
            let connection = try SQLiteConnection(
                path: newPath,
                access: .readWrite,
                busyTimeout: CopyStore.busyTimeout
            )
            // To close the last connection moves the log into the file, and removes it.
            defer { connection.close() }
            try CopySchema.schema.apply(to: connection)
            let tables = CopyTables(connection, of: userId)
            try connection.transaction { () throws(SQLiteError) in
                try tables.insert(salvaged: rows)
            }
        } catch {
            throw AppError(error)
        }
    }

    private func salvagedOutbox(of path: String) throws(SQLiteError) -> [[SQLiteValue]] {
        // A connection that writes would move the log of the file when it is closed.
        let connection = try SQLiteConnection(
            path: path,
            access: .readOnly,
            busyTimeout: CopyStore.busyTimeout
        )
        defer { connection.close() }
        return try CopyTables(connection, of: userId).salvagedOutbox()
    }

    /// Puts the new file in the place of the damaged one, whose log must not be taken for its own.
    private func replace() throws(AppError) {
        do throws(PrivateFile.Refusal) {
            for ending in [Self.log, Self.sharedMemory] { try PrivateFile.remove(path + ending) }
            try PrivateFile.move(newPath, to: path)
        } catch {
            throw Self.refused(error)
        }
    }

    private static func refused(_ error: PrivateFile.Refusal) -> AppError {
        .unknown("The damaged copy on this device cannot be put aside: \(error)")
    }
}
