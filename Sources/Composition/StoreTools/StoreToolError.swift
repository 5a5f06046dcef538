package import Domain
package import Storage
package import StorageEngine

/// Why a tool for stores could not do its work.
package enum StoreToolError: Error, Equatable, Sendable {
    /// The files cannot be read.
    case files(StoreReadError)
    /// The store could not be opened for writing.
    case opening(StoreOpenError)
    /// The files are an engine's, and no store of this service was ever made in them.
    case notStore
    /// A newer version of the service wrote the store.
    case newerSchema(found: UInt32, supported: UInt32)
    /// An earlier version of the service wrote the store, which has to be migrated.
    case olderSchema(found: UInt32, supported: UInt32)
    /// The store, or the dump, was made with another master key.
    case wrongMasterKey
    /// A record of this table is not what was once written there.
    case damagedRecord(table: String)
    /// A rule refused, or the records are not as they must be.
    case records(DomainError)
    /// The engine failed for another reason.
    case engine(StorageError)
    /// There is no account or guest of this name or id.
    case noSuchUser
    /// The output was closed by whoever read it.
    case outputClosed
    /// A file cannot be read or written, with the system's `errno`.
    case system(path: String, Int32)
    /// What was read is no dump, or one of another version.
    case notDump(String)
    /// A line of a dump is wrong, counted from 1.
    case badLine(Int, String)
    /// A dump is sound, and not one that can be loaded.
    case notLoadable(String)
    /// There is something already where a store is to be made.
    case targetTaken(path: String, String)
    /// A store or a backup would be made in a folder of another one, or of an archive.
    case targetWithin(path: String, String)
    /// A backup cannot be used, or was not made.
    case backup(BackupProblem)
    /// The file that says who was deleted is not as it was written.
    case damagedErasures(path: String)
    /// The archive of a log cannot bring a backup further.
    case archive(ArchiveProblem)
    /// Another process has the store open.
    case inUse
    /// Somebody asked for the end.
    case interrupted
}

/// Is told from time to time how much is done; throwing ends the work, and nothing is left of it.
package typealias StoreProgress = (Int) throws(StoreToolError) -> Void

extension StoreToolError: StorageFailure {
    /// Translates the engine's error.
    package init(_ error: StorageError) {
        switch error {
        case .dataLoss(let table):
            self = .damagedRecord(table: table.name)
        default: self = .engine(error)
        }
    }
}

extension StoreToolError {
    /// Translates why it cannot be read who was deleted.
    package init(_ error: ErasureFileError) {
        switch error {
        case .damaged(let path): self = .damagedErasures(path: path)
        case .system(let path, let number): self = .system(path: path, number)
        }
    }
}
