import Glibc

extension Environment {
    /// Opens a store for reading alone, whether or not another process has it open.
    ///
    /// Nothing is created or written but a slot of LMDB's reader table, in which others see how old
    /// a snapshot is still in use; where even that file cannot be written, because the file system
    /// is read-only, no slot is needed. `write` on it fails.
    ///
    /// The process must not have the same store open already: closing either would drop the locks
    /// of both (lmdb.h, "Caveats").
    ///
    /// - Throws: `.alreadyOpen` if it has; `.invalid` or `.versionMismatch` if the file is none of
    ///   LMDB's, `.tableMissing`, or `.io` with the system's reason.
    package static func openForReading(
        directory: String,
        tables names: [String]
    ) throws(LMDBError) -> Environment {
        var attempt = 1
        while true {
            do {
                return try openOnce(directory: directory, tables: names)
            } catch .invalid, .mapResized {
                // A writer may commit between the reading of two pages, or grow the map.
                guard attempt < openAttemptCountMax else { throw .invalid }
                attempt += 1
            }
        }
    }

    private static let openAttemptCountMax = 10

    private static func openOnce(
        directory: String,
        tables names: [String]
    ) throws(LMDBError) -> Environment {
        let data = directory + "/data"
        // LMDB would make a store out of an empty file.
        let metaPages = try MetaPages(path: data + "/data.mdb")
        let handle = try EnvironmentHandle(
            directory: data,
            options: EnvironmentOptions(),
            access: .reading
        )
        let tables = try handle.findTables(names)
        let environment = Environment(
            handle: handle,
            tables: tables,
            metaPages: metaPages,
            lock: nil,
            isUnchecked: false
        )
        try environment.requireNewSnapshot()
        return environment
    }
}
