internal import Glibc
internal import LMDB

extension StorageEngine {
    /// Gives a store that nobody has open, and whose database has all that its log holds, a log
    /// that no other store has.
    ///
    /// A crash leaves it with the old log or with the new one, both of them empty.
    ///
    /// - Throws: `.full` if the log holds what the database had no room for.
    static func beginLog(
        ofStoreIn directory: String,
        tables: [String]
    ) throws(StorageError) {
        let logDirectory = directory + "/" + LogTail.directoryName
        try requireEmptyLog(ofStoreIn: directory, tables: tables)
        do throws(LMDBError) {
            let environment = try Environment.open(
                directory: directory,
                tables: tables + [LogPosition.tableName]
            )
            defer { environment.close() }
            for name in LogRecovery.fileNames { unlink(logDirectory + "/" + name) }
            try FileSystem.synchronize(logDirectory)
            try LogPosition.begin(in: environment)
        } catch {
            throw StorageError(error)
        }
    }

    private static func requireEmptyLog(
        ofStoreIn directory: String,
        tables: [String]
    ) throws(StorageError) {
        let isEmpty: Bool
        do throws(EngineReadError) {
            let reader = try EngineReader(directory: directory, tables: tables)
            isEmpty = try reader.withState { _, tail in
                tail.newestBatch == tail.position.appliedBatch
            }
        } catch {
            throw .unavailable("The log cannot be read: \(error).")
        }
        guard isEmpty else { throw .full }
    }
}
