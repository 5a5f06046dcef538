internal import Glibc
package import LMDB
package import StorageEngine

extension WriteAheadEngine {
    /// Gives a store that nobody has open, and whose database has all that its log holds, a log
    /// that no other store has.
    ///
    /// A crash leaves it with the old log, of which nothing is missed any more, or with a new one.
    ///
    /// - Throws: `.full` if the log holds what the database had no room for.
    package static func beginLog(
        ofStoreIn directory: String,
        tables: [String]
    ) throws(StorageError) {
        try requireEmptyLog(ofStoreIn: directory, tables: tables)
        do throws(LMDBError) {
            let environment = try Environment.open(
                directory: directory,
                tables: tables + [LogPosition.tableName]
            )
            defer { environment.close() }
            if let position = try LogPosition.stored(in: environment) {
                try replaceLog(at: position, in: environment, of: directory)
            } else {
                try LogPosition.begin(in: environment)
            }
        } catch {
            throw StorageError(error)
        }
    }

    /// Lets the files of a log go, all of which LMDB has up to the position, and begins another.
    package static func replaceLog(
        at position: LogPosition,
        in environment: Environment,
        of directory: String
    ) throws(LMDBError) {
        let logDirectory = directory + "/" + LogTail.directoryName
        var position = position
        position.hasExtent = false
        try position.write(to: environment)
        for name in LogRecovery.fileNames + [LogExtent.fileName] {
            unsafe unlink(logDirectory + "/" + name)
        }
        if FileSystem.exists(logDirectory) { try FileSystem.synchronize(logDirectory) }
        try LogPosition.begin(in: environment)
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
