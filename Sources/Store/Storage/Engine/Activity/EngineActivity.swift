internal import LMDB
package import Metrics

/// What an engine has done so far, and what it has before it.
package struct EngineActivity: Sendable {
    /// Changes that wait to be run.
    package let queuedJobCount: Int
    /// Whether changes are refused, since the disk failed or the engine is closed.
    package let isStopped: Bool
    /// Whether changes are refused for lack of room, and which.
    package let fullness: StoreFullness
    /// What is left on the disk and in the map, what is set aside included; nil once the store is
    /// closed.
    package let room: Room?
    /// Whether the files may hold what was deleted longer ago than is promised.
    package let isCleaningOverdue: Bool
    /// How full the log's active file is, from 0 to 1.
    package let logFill: Double
    /// What was made durable.
    package let commits: Commits
    /// What was carried into LMDB.
    package let moves: Moves
    /// What LMDB says of itself; nil once the store is closed.
    package let database: Database?

    /// Changes that were made durable together.
    package struct Commits: Sendable {
        /// How many there were in each commit.
        package let jobCounts: HistogramReading
        /// How many bytes each commit wrote to the log, of those that wrote.
        package let byteCounts: HistogramReading
        /// How long each of them took to be written and flushed.
        package let flushNanoseconds: HistogramReading
    }

    /// The way of changes from memory into LMDB.
    package struct Moves: Sendable {
        /// How long each transaction took.
        package let transactionNanoseconds: HistogramReading
        /// Changes that were carried over.
        package let changeCount: UInt64
        /// Overlays that were carried over.
        package let overlayCount: UInt64
        /// How full the overlay is that takes changes, from 0 to 1.
        package let activeFill: Double
        /// How much of the overlay before it is not in LMDB yet, from 0 to 1.
        package let waitingShare: Double
        /// Whether nothing can be carried over, for lack of room or of the archive.
        package let isObstructed: Bool
    }

    /// The state of LMDB.
    package struct Database: Sendable {
        /// Bytes of a page.
        package let pageByteCount: Int
        /// Pages of the file, free ones included.
        package let pageCount: Int
        /// Pages that wait to be used again.
        package let freePageCount: Int
        /// Pages that the file may grow to.
        package let pageCountMax: Int
        /// Slots of the reader table that are taken, by all processes.
        package let readerCount: Int
        /// How many transactions have been committed since the oldest snapshot that is in use.
        package let oldestReaderAge: Int
        /// The number of the last transaction.
        package let transactionCount: Int
    }
}

extension StorageEngine {
    /// What has happened so far; from any thread, and nobody waits for it.
    ///
    /// It looks through LMDB's list of free pages, which takes longer the more of them there are.
    package var activity: EngineActivity {
        EngineActivity(
            queuedJobCount: queue.count,
            isStopped: queue.isClosed,
            fullness: reserve.fullness,
            room: reserve.room,
            isCleaningOverdue: cleaner.isOverdue,
            logFill: commits.fill,
            commits: counts.commits,
            moves: counts.moves(generations.progress),
            database: try? databaseState()
        )
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
