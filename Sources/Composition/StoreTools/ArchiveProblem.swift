package import Domain

/// Why the archive of a log cannot bring a backup further, or could not any more.
package enum ArchiveProblem: Error, Equatable, Sendable {
    /// It has nothing of the log of the store that was backed up.
    case nothingOfLog
    /// Batches are missing behind this one, up to the next one that is there.
    case gap(after: UInt64, next: UInt64)
    /// A log in this folder is known to have had batches behind this one, up to the other one.
    case incomplete(path: String, after: UInt64, known: UInt64)
    /// A file is not what was once written there, from this batch on.
    case damaged(path: String, batch: UInt64)
    /// Two files have this batch, and each another one: a copy of the store used the same archive.
    case forked(path: String, batch: UInt64)
    /// A batch was written before batches had a time.
    case untimed(batch: UInt64)
    /// A batch holds changes that this version does not know.
    case unknownChanges(batch: UInt64)
    /// The backup is of this moment, which is later than the one that is asked for.
    case earlierThanBackup(Instant)
    /// A file is not to go, for the backup in this folder needs it to be brought further.
    case needed(path: String, backup: String)
}
