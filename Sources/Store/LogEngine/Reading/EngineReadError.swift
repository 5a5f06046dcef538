internal import Glibc
package import LMDB

/// Why the files of a store cannot be read.
package enum EngineReadError: Error, Equatable, Sendable {
    /// There is no such file.
    case missing
    /// There is a file, and it is no store of this engine, or one that was cut short.
    case foreign
    /// A version of LMDB that this program does not know wrote the file.
    case otherFormat
    /// The store was made by an earlier version, which did not have this table.
    case tableMissing(String)
    /// The system refused, with this `errno`.
    case system(Int32)
    /// The log lacks something that was acknowledged, or a file of it is another store's.
    ///
    /// Of a store in use missing batches may also mean that the log is written faster than it can
    /// be read.
    case logIncomplete(LogLoss)
    /// The log holds changes that this version does not know.
    case logUnknown
    /// Something else is wrong with the files.
    case unreadable(String)

    /// Translates what LMDB said when the files were opened or a state was read.
    package init(_ error: LMDBError) {
        self =
            switch error {
            case .io(ENOENT), .io(ENOTDIR): .missing
            case .io(let number): .system(number)
            case .invalid: .foreign
            case .versionMismatch: .otherFormat
            // Each store has this one, whatever its version.
            case .tableMissing(LogPosition.tableName): .foreign
            case .tableMissing(let name): .tableMissing(name)
            case .corrupted, .pageNotFound: .unreadable("A page is not what it should be.")
            case .readersFull: .unreadable("All slots of the reader table are taken.")
            default: .unreadable("The database failed: \(error).")
            }
    }
}
