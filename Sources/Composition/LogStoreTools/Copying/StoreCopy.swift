internal import LMDB
internal import LogEngine
package import StoreTools

/// Copies the files of a store that nobody has open, byte by byte.
package struct StoreCopy {
    private let source: String
    private let target: String

    /// Prepares to copy the store in a folder to a path, where nothing or an empty folder is.
    package init(of source: String, to target: String) {
        self.source = source
        self.target = target
    }

    /// Files of a store, without those that come into being by themselves.
    private static let files =
        ["data/data.mdb"]
        + (LogRecovery.fileNames + [LogExtent.fileName]).map { LogTail.directoryName + "/" + $0 }

    /// Copies; nobody can open the store meanwhile.
    ///
    /// The master key is not copied. `progress` is told how many bytes were copied.
    ///
    /// - Throws: `.inUse` if somebody has the store open, `.targetTaken`, `.system`, or
    ///   `.files(.incomplete)` if its log lacks something.
    package func run(progress: StoreProgress) throws(StoreToolError) {
        try requireWholeLog()
        let store = try StorePlace(path: target).begin()
        var failure: StoreToolError?
        do throws(LMDBError) {
            failure = try Environment.withClosedStore(in: source) {
                do throws(StoreToolError) {
                    try copy(to: store.path, progress)
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            failure = StoreToolError(error, path: source)
        }
        if let failure { throw failure }
        try store.finish()
    }

    /// A copy without what the store lacks would not be known to lack it.
    private func requireWholeLog() throws(StoreToolError) {
        let loss: LogLoss?
        do throws(EngineReadError) {
            loss = try EngineReader(directory: source, tables: []).logLoss()
        } catch {
            // What else may be wrong with the store is copied with it.
            return
        }
        if let loss { throw .files(.incomplete(loss.summary)) }
    }

    private func copy(to folder: String, _ progress: StoreProgress) throws(StoreToolError) {
        let files = Self.files.filter { FileSystem.exists(source + "/" + $0) }
        var done = 0
        do throws(LMDBError) {
            for folder in [folder + "/data", folder + "/log"] {
                try FileSystem.createDirectory(folder)
            }
        } catch {
            throw StoreToolError(error, path: folder)
        }
        for file in files {
            let copy = try FileCopy(of: source + "/" + file, to: folder + "/" + file)
            while case let count = try copy.step(), count > 0 {
                done += count
                try progress(done)
            }
            try copy.finish()
        }
        do throws(LMDBError) {
            for folder in [folder + "/data", folder + "/log", folder] {
                try FileSystem.synchronize(folder)
            }
        } catch {
            throw StoreToolError(error, path: folder)
        }
    }
}
