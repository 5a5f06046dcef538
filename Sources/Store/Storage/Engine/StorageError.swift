internal import LMDB

/// What a storage engine could not do.
package enum StorageError: Error, Equatable, Sendable {
    /// A record of this table is not what was once written there; others can still be read.
    case dataLoss(TableID)
    /// The disk or the store's limit is reached; nothing of the change was kept.
    case full
    /// One change is larger than `EngineLimits` allows; nothing of it was kept.
    case tooLarge
    /// Too many changes wait already; this one was not taken.
    case overloaded
    /// The engine is closed, or something else stopped it before anything was kept.
    case unavailable(String)
    /// The log lacks something that was acknowledged; the store was not opened.
    case logIncomplete(LogLoss)
    /// The files are not as they were written, in a place that all depends on.
    case damaged
    /// The disk failed during a commit: only a restart tells whether the change was kept.
    case outcomeUnknown
}

/// An error that can say that the engine failed.
///
/// Errors of use cases conform to it, so that a read or a change has one kind of error.
package protocol StorageFailure: Error {
    /// Wraps the engine's error.
    init(_ error: StorageError)
}

extension StorageError: StorageFailure {
    /// Takes the error as it is, for reads and changes that have no errors of their own.
    package init(_ error: StorageError) {
        self = error
    }
}

extension StorageError {
    /// Translates what LMDB said about `table`, or about the store as a whole.
    init(_ error: LMDBError, table: TableID? = nil) {
        switch error {
        case _ where error.isOutOfSpace: self = .full
        case .transactionFull, .badValueSize: self = .tooLarge
        case _ where error.isDamage:
            self = table.map { .dataLoss($0) } ?? .damaged
        case .closed: self = .unavailable("The store is closed.")
        case .readersFull: self = .unavailable("Too many readers are active.")
        case .inUse: self = .unavailable("Another process has the store open.")
        default: self = .unavailable("The store failed: \(error).")
        }
    }
}
