internal import Glibc
internal import LMDB
internal import Locking
package import StorageEngine

/// An engine that writes changes to a log before they go into LMDB, in files that it has to itself.
///
/// One thread runs the changes that wait; a second one appends what they write to a log, with one
/// flush for many of them, while the first one goes on; readers find it in an ordered overlay in
/// memory. A third thread carries full overlays into LMDB, in the order of their keys, so that a
/// page is written once for many changes. At a start, what LMDB has not got is read from the log.
/// When the disk fails the process ends with status 74 (`EX_IOERR`), and with 65 (`EX_DATAERR`)
/// when a damaged page does not let changes into LMDB.
package final class WriteAheadEngine: Engine {
    let environment: Environment
    let queue: WriteQueue
    let commits: CommitQueue
    let counts = EngineCounts()
    /// Names the store's log; a store that was restored, copied or loaded has another.
    let logIdentity: UInt64
    /// The folder in which the log is kept; nil for none.
    package let archiveDirectory: String?
    let cleaner: Cleaner
    /// Looks for damaged pages, at the pace of whoever asks it to.
    package let scrub: PageScrub
    let reserve: StoreReserve
    private let snapshots: SnapshotSource
    /// The writer, the committer and the mover, until somebody has waited for their end; others
    /// wait meanwhile.
    private let threads: Mutex<[EngineThread]>

    /// Opens or creates the store in `directory`.
    ///
    /// - Parameters:
    ///   - directory: the store's directory; its parent must exist.
    ///   - tables: the tables' names; a `TableID` is an index of this list, which later versions
    ///     may only append to.
    ///   - options: the sizes of memory, log and map.
    ///   - stop: ends the process, within a second, when the disk has failed or the database is
    ///     damaged. It is called on a thread of the engine.
    /// - Throws: `.unavailable` with the reason why the store cannot be opened.
    package convenience init(
        directory: String,
        tables: [String],
        options: EngineOptions = EngineOptions(),
        stop: @escaping @Sendable (StopReason) -> Void = WriteAheadEngine.endProcess
    ) throws(StorageError) {
        try self.init(
            directory: directory,
            tables: tables,
            options: options,
            seams: Seams(stop: stop)
        )
    }

    /// What tests replace: the calls whose failure decides, and the end of the process.
    struct Seams: Sendable {
        var files = FileOperations()
        var clock: @Sendable () -> LogTime = { .now }
        var diskByteCount: @Sendable (Environment) throws(LMDBError) -> Int = {
            environment throws(LMDBError) in try environment.freeByteCount()
        }
        var commit: Mover.Commit = { (transaction) throws(LMDBError) in try transaction.commit() }
        var stop: @Sendable (StopReason) -> Void
    }

    init(
        directory: String,
        tables: [String],
        options: EngineOptions,
        seams: Seams
    ) throws(StorageError) {
        precondition(tables.count < 255, "A table is named by one byte, and the log has one.")
        let environment = try Self.openEnvironment(directory, tables, options)
        environment.watchMap()
        let position = try LogPosition.readOrCreate(in: environment)
        let logDirectory = directory + "/" + LogTail.directoryName
        let archiver = try Self.archiver(of: logDirectory, position, options)
        let recovery = try Self.recover(logDirectory, position, tables, options, seams)
        try Self.noteExtent(of: position, logDirectory, in: environment)
        let generations = Generations(
            active: recovery.active,
            frozen: recovery.frozen,
            publishedBatch: recovery.log.nextNumber - 1
        )
        let queue = WriteQueue(capacity: options.queuedJobCountMax)
        let snapshots = SnapshotSource(environment: environment, generations: generations)
        let commits = CommitQueue(recovery.log)
        let failure = EngineFailure(
            queue: queue,
            commits: commits,
            generations: generations,
            stop: Self.noting(in: environment, at: directory, seams.stop)
        )
        let committer = Committer(
            commits: commits,
            generations: generations,
            failure: failure,
            counts: counts,
            clock: seams.clock,
            extent: recovery.extent
        )
        let gauge = RoomGauge(environment: environment, diskByteCount: seams.diskByteCount)
        let reserve = StoreReserve(directory: directory, options, gauge)
        let writer = Writer(
            queue: queue,
            commits: commits,
            committer: committer,
            snapshots: snapshots,
            options: options,
            failure: failure,
            reserve: reserve
        )
        let cleaner = Cleaner(of: environment, options, seams)
        let mover = Mover(
            environment: environment,
            generations: generations,
            identity: position.identity,
            archiver: archiver,
            commit: seams.commit,
            failure: failure,
            counts: counts,
            cleaner: cleaner,
            commits: commits,
            reserve: reserve,
            leavesLog: options.leavesLog
        )
        self.environment = environment
        scrub = PageScrub(of: environment, directory: directory, from: options.uncheckedFrom)
        (self.cleaner, self.reserve) = (cleaner, reserve)
        logIdentity = position.identity
        archiveDirectory = options.logArchive?.directory
        self.snapshots = snapshots
        (self.queue, self.commits) = (queue, commits)
        threads = Mutex(try Self.start(writer, committer, mover, commits, generations))
    }

    /// An end after which the next opening looks at pages, and at each one if one is damaged.
    private static func noting(
        in environment: Environment,
        at directory: String,
        _ stop: @escaping @Sendable (StopReason) -> Void
    ) -> @Sendable (StopReason) -> Void {
        { reason in
            environment.noteFailure()
            if case .damaged = reason { DamageMark.leave(inStore: directory) }
            stop(reason)
        }
    }

    /// Reads the log, or begins one where none was opened before.
    private static func recover(
        _ logDirectory: String,
        _ position: LogPosition,
        _ tables: [String],
        _ options: EngineOptions,
        _ seams: Seams
    ) throws(StorageError) -> LogRecovery {
        if !position.hasExtent { try createLogDirectory(logDirectory) }
        return try LogRecovery.recover(
            directory: logDirectory,
            position: position,
            tableCount: tables.count,
            options: options,
            operations: seams.files
        )
    }

    /// Makes the directory of a log that is begun; its name is durable then.
    private static func createLogDirectory(_ logDirectory: String) throws(StorageError) {
        do throws(LMDBError) {
            try FileSystem.createDirectory(logDirectory)
        } catch {
            throw StorageError(error)
        }
    }

    /// Makes the names of the log's files durable; from then on there is no store without them.
    ///
    /// They may be new: a start that was cut short made them, but may not have made them durable.
    private static func noteExtent(
        of position: LogPosition,
        _ logDirectory: String,
        in environment: Environment
    ) throws(StorageError) {
        do throws(LMDBError) {
            try FileSystem.synchronize(logDirectory)
            guard !position.hasExtent else { return }
            var position = position
            position.hasExtent = true
            try position.write(to: environment)
        } catch {
            throw StorageError(error)
        }
    }

    /// Starts all threads, or none.
    private static func start(
        _ writer: Writer,
        _ committer: Committer,
        _ mover: Mover,
        _ commits: CommitQueue,
        _ generations: Generations
    ) throws(StorageError) -> [EngineThread] {
        guard let moving = EngineThread(body: { mover.run() }) else { throw noThread }
        guard let committing = EngineThread(body: { committer.run() }) else {
            generations.close()
            moving.join()
            throw noThread
        }
        guard let writing = EngineThread(body: { writer.run() }) else {
            commits.close()
            generations.close()
            committing.join()
            moving.join()
            throw noThread
        }
        return [writing, committing, moving]
    }

    var generations: Generations { snapshots.generations }

    private static let noThread = StorageError.unavailable("The system has no thread left.")

    /// Prepares to archive the log, if that is asked for.
    private static func archiver(
        of logDirectory: String,
        _ position: LogPosition,
        _ options: EngineOptions
    ) throws(StorageError) -> LogArchiver? {
        guard let archive = options.logArchive else { return nil }
        do throws(LogArchiveError) {
            return try LogArchiver(
                archive,
                logDirectory: logDirectory,
                identity: position.identity
            )
        } catch {
            throw .unavailable("The archive of the log cannot be used: \(error.reason)")
        }
    }

    private static func openEnvironment(
        _ directory: String,
        _ tables: [String],
        _ options: EngineOptions
    ) throws(StorageError) -> Environment {
        // The log comes after the database, whose name is durable by then: where it is alone, the
        // database has gone, and a new one would hide that.
        if !FileSystem.exists(directory + "/data"),
            FileSystem.exists(directory + "/\(LogTail.directoryName)/\(LogExtent.fileName)")
        {
            throw .damaged
        }
        do throws(LMDBError) {
            return try Environment.open(
                directory: directory,
                tables: tables + [LogPosition.tableName],
                options: options.environment
            )
        } catch {
            throw StorageError(error)
        }
    }

    deinit {
        queue.close(Self.closed)
        threads.withLock { threads in
            for thread in threads { thread.detach() }
        }
    }

    /// The number by which `StoreFault` tells the store from others of the process; nil where it
    /// does not.
    package var mapNumber: Int? { environment.mapNumber }

    /// The lock of the store is held as long as it is open.
    package var isSoleOwner: Bool { true }

    /// The identity of the log.
    package var life: UInt64 { logIdentity }

    /// Whether changes are refused, since the disk failed or the engine is closed.
    package var isStopped: Bool { queue.isClosed }

    /// Whether only changes that may use the reserve are taken.
    package var isFull: Bool { reserve.isFull }

    /// Whether changes are refused for lack of room, and which.
    package var fullness: StoreFullness { reserve.fullness }

    /// Lends one durable state of the store to `body`, on this thread.
    package func lend(_ body: (any ReadView) -> Void) throws(StorageError) {
        try snapshots.withSnapshot(.durable) { snapshot throws(StorageError) in body(snapshot) }
    }

    /// Takes a change; its end is called exactly once, maybe before this returns.
    ///
    /// When too many changes wait already, or the engine is closed, it ends on this thread.
    package func submit(_ change: any WriteJob) {
        if let refusal = queue.append(change) { change.finish(refusal) }
    }

    /// Does what is due from time to time: frees the readers of processes that
    /// died, has the changes of quiet times moved, so that the next start finds a short log, and
    /// has the files cleaned of what was deleted when that is due.
    package func maintain() {
        // A closed store has no readers, and any other failure may have passed the next time.
        _ = try? clearStaleReaders()
        queue.requestMove()
        if cleaner.isDue { generations.requestCleaning() }
    }

    /// Finishes what was taken, moves all changes to LMDB, and closes the store; blocks until then.
    ///
    /// What cannot be moved, for lack of room, stays in the log. Changes that come are refused;
    /// reads under way are waited for. Must not be called from a change, an action or a completion.
    package func close() {
        queue.close(Self.closed)
        threads.withLock { threads in
            for thread in threads { thread.join() }
            threads = []
        }
        environment.close()
    }

    private static let closed = StorageError.unavailable("The store is closed.")

    /// Says why on one line, and ends without running anything else.
    package static func endProcess(_ reason: StopReason) {
        let line = "\(reason)\n"
        _ = unsafe line.utf8CString.withUnsafeBytes { bytes in
            unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
        }
        switch reason {
        case .diskFailed: _exit(EX_IOERR)
        case .damaged: _exit(EX_DATAERR)
        }
    }
}
