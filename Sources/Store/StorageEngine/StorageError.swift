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
    /// Something that was acknowledged is missing; the store was not opened. It has what, in words
    /// that can follow a colon.
    case incomplete(String)
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
