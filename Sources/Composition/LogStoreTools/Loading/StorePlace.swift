internal import AccountStorage
internal import Glibc
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import OperatingSystem
internal import Records
internal import Storage
internal import StoreTools

/// Where a store is to be made: a path where nothing is, an empty folder, or a store that may go.
///
/// The store is built beside it, on the same file system, and renamed when it is whole.
struct StorePlace {
    /// Where the store will be.
    let path: String

    fileprivate let isStoreThere: Bool

    /// The store that a new one may take the place of.
    enum Replaceable {
        /// None at all.
        case nothing
        /// One that holds no records.
        case emptyStore
        /// Any that nobody has open, be it damaged.
        case anyStore
    }

    /// Reserves a place.
    ///
    /// - Throws: `.targetTaken` if something else is there, `.targetWithin`, `.inUse`.
    init(path: String, replacing replaceable: Replaceable = .emptyStore) throws(StoreToolError) {
        let path = path.withoutFinalSlashes
        self.path = path
        if let folder = StoreSurroundings.folder(around: path) {
            throw .targetWithin(path: path, folder)
        }
        isStoreThere = FileSystem.exists(path + "/data/data.mdb")
        if isStoreThere {
            try Self.requireReplaceable(path, replaceable)
        } else {
            try Self.requireEmptyFolder(path)
        }
    }

    private static func requireReplaceable(
        _ path: String,
        _ replaceable: Replaceable
    ) throws(StoreToolError) {
        switch replaceable {
        case .nothing: throw .targetTaken(path: path, "a store or a backup")
        case .emptyStore: try requireEmptyStore(path)
        case .anyStore: if StoreHolder(ofStoreIn: path) != nil { throw .inUse }
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
        let tables = zip(Schema.tableIDs, try files.statistics().tables)
        let isEmpty = tables.allSatisfy { table, statistics in
            table == .meta || statistics.summary.recordCount == 0
        }
        guard isEmpty else { throw .targetTaken(path: path, "a store that is not empty") }
    }

    /// Begins to build a store that is to be there.
    ///
    /// - Throws: `.system`.
    func begin() throws(StoreToolError) -> UnfinishedStore {
        do throws(SystemError) {
            return UnfinishedStore(try UnfinishedItem.folder(beside: path), of: self)
        } catch {
            throw .system(path: path, error.number)
        }
    }
}

/// A store that is being built beside its place; one that is not finished goes with this, and so
/// does one whose place the finished one has taken.
final class UnfinishedStore {
    /// The folder in which it is built.
    let path: String

    private let place: StorePlace
    private let folder: UnfinishedItem

    fileprivate init(_ folder: consuming UnfinishedItem, of place: StorePlace) {
        path = folder.path
        self.place = place
        self.folder = folder
    }

    deinit {
        // What cannot be removed is harmless beside the place, and there is nobody to tell.
        _ = try? FileSystem.removeTree(path)
    }

    /// Puts what was built into its place.
    func finish() throws(StoreToolError) {
        if place.isStoreThere {
            try replaceStore()
        } else {
            try rename(path, to: place.path)
        }
        do throws(LMDBError) {
            try FileSystem.synchronize(FileSystem.parent(of: place.path))
        } catch {
            throw StoreToolError(error, path: place.path)
        }
    }

    /// Takes the place of the store that is there, at one moment in which nobody can open it.
    ///
    /// A server that is started at any moment finds the one or the other. What was there goes with
    /// this; after a crash it lies beside the place like a store that was given up.
    private func replaceStore() throws(StoreToolError) {
        var failure: StoreToolError?
        do throws(LMDBError) {
            failure = try Environment.withClosedStore(in: place.path) {
                do throws(SystemError) {
                    try folder.exchange(with: place.path)
                    return nil
                } catch {
                    return Self.failure(error, place.path)
                }
            }
        } catch {
            failure = StoreToolError(error, path: place.path)
        }
        if let failure { throw failure }
    }

    private static func failure(_ error: SystemError, _ place: String) -> StoreToolError {
        guard error == SystemError(EINVAL) else { return .system(path: place, error.number) }
        let what = "a store, on a file system that cannot exchange two folders,"
        return .targetTaken(path: place, what)
    }

    private func rename(_ path: String, to target: String) throws(StoreToolError) {
        guard Glibc.rename(path, target) == 0 else { throw .system(path: target, errno) }
    }
}
