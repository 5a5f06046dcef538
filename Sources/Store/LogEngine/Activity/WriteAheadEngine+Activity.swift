internal import LMDB
package import StorageEngine

extension WriteAheadEngine {
    /// What has happened so far; from any thread, and nobody waits for it.
    ///
    /// It looks through LMDB's list of free pages, which takes longer the more of them there are.
    package var activity: EngineActivity {
        var activity = EngineActivity(
            queuedJobCount: queue.count,
            isStopped: isStopped,
            fullness: fullness,
            room: reserve.room,
            isCleaningOverdue: cleaner.isOverdue,
            commits: counts.commits
        )
        activity.log = EngineActivity.Log(
            fill: commits.fill,
            moves: counts.moves(generations.progress)
        )
        activity.database = try? databaseState()
        return activity
    }

    private func databaseState() throws(LMDBError) -> EngineActivity.Database {
        let readers = try environment.readers()
        let information = try environment.information()
        let last = information.lastTransactionID
        return EngineActivity.Database(
            pageByteCount: information.pageByteCount,
            pageCount: information.lastPageNumber + 1,
            freePageCount: try environment.freePageCount(),
            pageCountMax: information.mapByteCount / information.pageByteCount,
            readerCount: readers.count,
            oldestReaderAge: max(0, last - (readers.compactMap(\.transactionID).min() ?? last)),
            transactionCount: last
        )
    }
}
