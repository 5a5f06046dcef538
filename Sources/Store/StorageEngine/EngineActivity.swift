package import Metrics

/// What an engine has done so far, and what it has before it.
///
/// What only engines of one kind have, others leave out.
package struct EngineActivity: Sendable {
    /// Changes that wait to be run.
    package var queuedJobCount: Int
    /// Whether changes are refused, since the store failed or the engine is closed.
    package var isStopped: Bool
    /// Whether changes are refused for lack of room, and which.
    package var fullness: StoreFullness
    /// What is left for changes, what is set aside included; nil where nobody can tell, as once the
    /// store is closed.
    package var room: Room?
    /// Whether what was deleted longer ago than is promised may still be there.
    package var isCleaningOverdue: Bool
    /// What was made durable.
    package var commits: Commits
    /// The log through which changes go on their way; nil for an engine that has none.
    package var log: Log?
    /// What the database in the engine's files says of itself; nil once the store is closed, and
    /// for an engine that has no such files.
    package var database: Database?

    /// States what an engine of any kind has done, and has before it.
    package init(
        queuedJobCount: Int,
        isStopped: Bool,
        fullness: StoreFullness,
        room: Room?,
        isCleaningOverdue: Bool,
        commits: Commits
    ) {
        self.queuedJobCount = queuedJobCount
        self.isStopped = isStopped
        self.fullness = fullness
        self.room = room
        self.isCleaningOverdue = isCleaningOverdue
        self.commits = commits
    }

    /// Changes that were made durable together.
    package struct Commits: Sendable {
        /// How many there were in each commit.
        package let jobCounts: HistogramReading
        /// How many bytes each commit wrote, of those that wrote.
        package let byteCounts: HistogramReading
        /// How long each of them took to be written and flushed.
        package let flushNanoseconds: HistogramReading

        /// States what was measured.
        package init(
            jobCounts: HistogramReading,
            byteCounts: HistogramReading,
            flushNanoseconds: HistogramReading
        ) {
            self.jobCounts = jobCounts
            self.byteCounts = byteCounts
            self.flushNanoseconds = flushNanoseconds
        }
    }

    /// A log in front of a database.
    package struct Log: Sendable {
        /// How full the active file is, from 0 to 1.
        package let fill: Double
        /// What was carried into the database.
        package let moves: Moves

        /// States how full the log is, and what has left it.
        package init(fill: Double, moves: Moves) {
            self.fill = fill
            self.moves = moves
        }
    }

    /// The way of changes from memory into the database.
    package struct Moves: Sendable {
        /// How long each transaction took.
        package let transactionNanoseconds: HistogramReading
        /// Changes that were carried over.
        package let changeCount: UInt64
        /// Overlays that were carried over.
        package let overlayCount: UInt64
        /// How full the overlay is that takes changes, from 0 to 1.
        package let activeFill: Double
        /// How much of the overlay before it is not in the database yet, from 0 to 1.
        package let waitingShare: Double
        /// Whether nothing can be carried over, for lack of room or of the archive.
        package let isObstructed: Bool

        /// States what was measured.
        package init(
            transactionNanoseconds: HistogramReading,
            changeCount: UInt64,
            overlayCount: UInt64,
            activeFill: Double,
            waitingShare: Double,
            isObstructed: Bool
        ) {
            self.transactionNanoseconds = transactionNanoseconds
            self.changeCount = changeCount
            self.overlayCount = overlayCount
            self.activeFill = activeFill
            self.waitingShare = waitingShare
            self.isObstructed = isObstructed
        }
    }

    /// The state of a database that lies in one file of pages.
    package struct Database: Sendable {
        /// Bytes of a page.
        package let pageByteCount: Int
        /// Pages of the file, free ones included.
        package let pageCount: Int
        /// Pages that wait to be used again.
        package let freePageCount: Int
        /// Pages that the file may grow to.
        package let pageCountMax: Int
        /// Readers that hold a state, of all processes.
        package let readerCount: Int
        /// How many transactions have been committed since the oldest state that is in use.
        package let oldestReaderAge: Int
        /// The number of the last transaction.
        package let transactionCount: Int

        /// States what the database says.
        package init(
            pageByteCount: Int,
            pageCount: Int,
            freePageCount: Int,
            pageCountMax: Int,
            readerCount: Int,
            oldestReaderAge: Int,
            transactionCount: Int
        ) {
            self.pageByteCount = pageByteCount
            self.pageCount = pageCount
            self.freePageCount = freePageCount
            self.pageCountMax = pageCountMax
            self.readerCount = readerCount
            self.oldestReaderAge = oldestReaderAge
            self.transactionCount = transactionCount
        }
    }
}
