internal import Glibc
internal import LMDB

/// Where a store is to be made: a path where nothing is, an empty folder, or a store that holds no
/// records.
///
/// The store is built beside it, on the same file system, and renamed when it is whole.
struct StorePlace {
    /// Where the store will be.
    let path: String
    /// Where it is built.
    let unfinishedPath: String

    private let isEmptyStoreThere: Bool

    /// Reserves a place.
    ///
    /// - Throws: `.targetTaken` if something else is there.
    init(path: String) throws(StoreToolError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        let suffix = UInt64.random(in: .min ... .max)
        unfinishedPath = path + ".new." + String(suffix, radix: 16)
        isEmptyStoreThere = FileSystem.isTaken(path + "/data/data.mdb")
        if isEmptyStoreThere {
            try Self.requireEmptyStore(path)
        } else {
            try Self.requireEmptyFolder(path)
        }
    }

    private static func requireEmptyFolder(_ path: String) throws(StoreToolError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(path: path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .targetTaken(path: path, "a file")
        }
        // An empty folder can be renamed over.
        guard FileSystem.isEmptyDirectory(path) else {
            throw .targetTaken(path: path, "a folder with something in it")
        }
    }

    private static func requireEmptyStore(_ path: String) throws(StoreToolError) {
        let files = try StoreFiles(directory: path)
        if files.holder != nil { throw .inUse }
        let tables = zip(SchemaTable.allCases, try files.statistics().tables)
        let isEmpty = tables.allSatisfy { table, statistics in
            table == .meta || statistics.summary.recordCount == 0
        }
        guard isEmpty else { throw .targetTaken(path: path, "a store that is not empty") }
    }

    /// Puts what was built into its place.
    func finish() throws(StoreToolError) {
        if isEmptyStoreThere {
            try replaceEmptyStore()
        } else {
            try rename(unfinishedPath, to: path)
        }
        do throws(LMDBError) {
            let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            try FileSystem.synchronize(parent)
        } catch {
            throw StoreToolError(error, path: path)
        }
    }

    /// Swaps with a store that has no records, while nobody can open it.
    private func replaceEmptyStore() throws(StoreToolError) {
        let old = unfinishedPath + ".old"
        var failure: StoreToolError?
        do throws(LMDBError) {
            failure = try Environment.withClosedStore(in: path) {
                do throws(StoreToolError) {
                    try rename(path, to: old)
                    try rename(unfinishedPath, to: path)
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            failure = StoreToolError(error, path: path)
        }
        if let failure { throw failure }
        // An empty store that stays beside the place is harmless.
        try? FileSystem.removeTree(old)
    }

    private func rename(_ path: String, to target: String) throws(StoreToolError) {
        guard Glibc.rename(path, target) == 0 else { throw .system(path: target, errno) }
    }

    /// Removes what was built and not finished, if it is still there.
    func removeUnfinished() {
        // What cannot be removed is harmless beside the place, and there is nobody to tell.
        try? FileSystem.removeTree(unfinishedPath)
    }
}
