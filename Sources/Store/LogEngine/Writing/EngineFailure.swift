internal import Glibc
internal import OperatingSystem
internal import StorageEngine

/// What is done once the disk has failed, or the database is damaged: nothing is taken or
/// acknowledged any more, and who opened the store is told.
struct EngineFailure: Sendable {
    let queue: WriteQueue
    let commits: CommitQueue
    let generations: Generations
    /// Ends the process, or what the store was opened for.
    let stop: @Sendable (StopReason) -> Void

    /// Declares that the disk of the log failed.
    func declare(_ error: FileError) {
        declare(.diskFailed("The store's disk failed: \(SystemError(error.code))."))
    }

    /// Declares why the store can do no more.
    ///
    /// Changes that were run and not written end as stopped: they have left no trace.
    func declare(_ reason: StopReason) {
        queue.close(.stopped)
        let jobs = commits.fail()
        generations.fail(.stopped)
        stop(reason)
        for job in jobs { job.finish(.stopped) }
    }
}

extension StorageError {
    /// Why nothing is taken any more once the disk has failed or the database is damaged.
    static let stopped = StorageError.unavailable("The store has stopped.")
}
