internal import Dispatch
internal import Glibc

extension WriteAheadEngine {
    /// Moves what is in memory, and cleans log and database of all that was deleted; blocks until
    /// that is done.
    ///
    /// - Returns: Whether it was: not where a reader holds what was deleted, where there is no room
    ///   to move something, or where the engine is closed.
    package func clean() -> Bool {
        while !queue.isClosed, !isMoved {
            if generations.progress.isObstructed { return false }
            queue.requestMove()
            usleep(Self.pollMicroseconds)
        }
        let end = cleaner.ask()
        generations.requestCleaning()
        if queue.isClosed { return false }
        end.wait()
        return cleaner.record?.endedAt != nil
    }

    /// Whether LMDB has all changes and both files of the log are clean.
    private var isMoved: Bool {
        let layers = generations.layers
        return layers.frozen == nil && layers.active.isEmpty && !commits.isActiveFileStale
    }

    private static let pollMicroseconds: UInt32 = 1_000
}
