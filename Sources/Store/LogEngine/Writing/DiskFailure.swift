internal import Glibc
internal import OperatingSystem
internal import StorageEngine

/// What is done once the disk of the log has failed: nothing is taken or acknowledged any more, and
/// the process ends.
struct DiskFailure: Sendable {
    let queue: WriteQueue
    let commits: CommitQueue
    let generations: Generations
    /// Ends the process.
    let stop: @Sendable (StopReason) -> Void

    /// Declares that the disk failed.
    ///
    /// Changes that were run and not written end as stopped: they have left no trace.
    func declare(_ error: FileError) {
        queue.close(.stopped)
        let jobs = commits.fail()
        generations.fail(.stopped)
        stop(.diskFailed("The store's disk failed: \(SystemError(error.code))."))
        for job in jobs { job.finish(.stopped) }
    }
}

extension StorageError {
    /// Why nothing is taken any more once the disk has failed or the database is damaged.
    static let stopped = StorageError.unavailable("The store has stopped.")
}
