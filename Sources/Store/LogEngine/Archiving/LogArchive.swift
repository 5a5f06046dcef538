internal import Glibc
internal import OperatingSystem
internal import StorageEngine

/// A folder in which the batches of a store's log are kept for good.
///
/// Each file holds batches that follow each other, as the log has them, and is there only when it
/// is whole and durable. With a backup they give back any later state of the store.
package struct LogArchive: Sendable {
    /// The folder, whose parent must exist.
    package let directory: String
    /// Is told when batches cannot be kept, and when they can be again.
    package let report: @Sendable (LogArchiveNews) -> Void

    /// Names a folder, and who is told how it goes.
    package init(
        directory: String,
        report: @escaping @Sendable (LogArchiveNews) -> Void = { _ in }
    ) {
        self.directory = directory
        self.report = report
    }
}

/// What becomes known about an archive while a store is open.
package enum LogArchiveNews: Sendable, Equatable {
    /// Batches cannot be kept, and changes will be refused once there is no room for more.
    case failing(reason: String)
    /// They are kept again; none is missing.
    case working
}

/// Why batches were not put into an archive.
enum LogArchiveError: Error, Equatable {
    /// The system refused at this path.
    case system(path: String, FileError)
    /// The archive has a file of this name with other batches: those of a copy of the store.
    case conflict(path: String)
    /// The log does not have the batches any more that it had.
    case logDamaged

    /// What an operator is told.
    var reason: String {
        switch self {
        case .system(let path, let error): "\(path): \(SystemError(error.code))."
        case .conflict(let path):
            "\(path) holds other batches: a copy of the store has used the same archive."
        case .logDamaged: "The log does not give back what was written to it."
        }
    }

    /// What changes are refused with once there is no room for them.
    var obstacle: StorageError {
        if case .system(_, let error) = self, error.isOutOfSpace { return .full }
        return .unavailable("The archive of the log failed: \(reason)")
    }
}
