import CLMDB
import Glibc

extension Environment {
    /// Opens the store in `directory`, creating it if there is none.
    ///
    /// The directory holds `lock`, taken for as long as the environment is open, and `data` with
    /// LMDB's two files. A new store is built under another name and renamed when its first
    /// commit is durable, for LMDB flushes neither a fresh file nor its directory: that `data`
    /// exists means that it is complete. Its parent directory must exist.
    ///
    /// - Throws: `.inUse` if the store is open elsewhere, `.invalid` or `.versionMismatch` if the
    ///   file is not what it should be, `.unsafeFilesystem`, or `.io` with the system's reason.
    package static func open(
        directory: String,
        tables names: [String],
        options: EnvironmentOptions = EnvironmentOptions()
    ) throws(LMDBError) -> Environment {
        try FileSystem.createDirectory(directory)
        if !options.acceptsUnsafeFilesystem { try FileSystem.requireLocal(directory) }
        let lock = try StoreLock.take(path: directory + "/lock")
        try removeUnfinished(in: directory)
        let data = directory + "/data"
        if !FileSystem.exists(data) {
            try create(data, in: directory, tables: names, options: options)
        }
        let isUnchecked = lock.wasLeftOpen()
        try lock.noteOpened()
        // A process that was killed may have written a commit, or renamed the folder, and not have
        // flushed it. It will be seen from now on, and what is done next may rest on it.
        try FileSystem.synchronize(directory)
        try FileSystem.synchronize(data + "/data.mdb")
        let metaPages = try MetaPages(path: data + "/data.mdb")
        let handle = try EnvironmentHandle(directory: data, options: options)
        let tables = try handle.openTables(names)
        let environment = Environment(
            handle: handle,
            tables: tables,
            metaPages: metaPages,
            lock: lock,
            isUnchecked: isUnchecked
        )
        try environment.clearStaleReaders()
        try environment.requireNewSnapshot()
        return environment
    }

    /// Builds a complete store beside its final name, then renames it.
    private static func create(
        _ data: String,
        in directory: String,
        tables names: [String],
        options: EnvironmentOptions
    ) throws(LMDBError) {
        let suffix = UInt64.random(in: .min ... .max)
        let fresh = directory + "/" + unfinishedPrefix + String(suffix, radix: 16)
        try FileSystem.createDirectory(fresh)
        do {
            let handle = try EnvironmentHandle(directory: fresh, options: options)
            _ = try handle.openTables(names)
        }
        try FileSystem.synchronize(fresh + "/data.mdb")
        try FileSystem.synchronize(fresh)
        try FileSystem.rename(fresh, to: data)
        try FileSystem.synchronize(directory)
    }

    /// Removes what a crash during an earlier creation left behind.
    private static func removeUnfinished(in directory: String) throws(LMDBError) {
        for name in try FileSystem.names(in: directory) where name.hasPrefix(unfinishedPrefix) {
            try FileSystem.removeFlatDirectory(directory + "/" + name)
        }
    }

    private static let unfinishedPrefix = "new."

    /// Refuses a store whose readers would begin at an old commit.
    ///
    /// With a lock file whose transaction number is 0, LMDB before 0.9.33 can choose the wrong
    /// meta page (ITS#10212); the environment's information always comes from the newest. A number
    /// may be one behind: a commit's page is seen by all before it is flushed, and its number gets
    /// into the lock file after that. If its process is killed in between, it was told to nobody.
    func requireNewSnapshot() throws(LMDBError) {
        let newest = try information().lastTransactionID
        let seen = try read { (transaction) throws(LMDBError) in transaction.identifier }
        guard seen >= newest || (seen > 0 && seen == newest - 1) else { throw .invalid }
    }
}
