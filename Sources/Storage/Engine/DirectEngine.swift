internal import Glibc
package import LMDB
internal import Locking

/// An engine that commits to LMDB directly: one commit, two flushes of the disk, for all changes
/// that wait.
///
/// One thread runs and commits all changes, for LMDB's writer lock belongs to the thread that
/// took it. When the disk fails during a commit the process ends with status 74 (`EX_IOERR`).
package final class DirectEngine: StorageEngine {
    let environment: Environment
    private let queue: WriteQueue
    /// The writer, until somebody has taken it upon himself to wait for its end.
    private let thread: Mutex<WriterThread?>

    /// Opens or creates the store in `directory`.
    ///
    /// - Parameters:
    ///   - directory: the store's directory; its parent must exist.
    ///   - tables: the tables' names; a `TableID` is an index of this list, which later versions
    ///     may only append to.
    ///   - options: the limits of LMDB.
    ///   - queuedJobCountMax: how many changes may wait.
    /// - Throws: `.unavailable` with the reason why the store cannot be opened.
    package convenience init(
        directory: String,
        tables: [String],
        options: EnvironmentOptions = EnvironmentOptions(),
        queuedJobCountMax: Int = EngineLimits.queuedJobCountMax
    ) throws(StorageError) {
        try self.init(
            directory: directory,
            tables: tables,
            options: options,
            queuedJobCountMax: queuedJobCountMax,
            seams: Writer.Seams(stop: DirectEngine.endProcess)
        )
    }

    init(
        directory: String,
        tables: [String],
        options: EnvironmentOptions,
        queuedJobCountMax: Int,
        seams: Writer.Seams
    ) throws(StorageError) {
        precondition(tables.count <= 256, "A table is named by one byte.")
        do throws(LMDBError) {
            environment = try Environment.open(
                directory: directory,
                tables: tables,
                options: options
            )
        } catch {
            throw StorageError(error)
        }
        queue = WriteQueue(capacity: queuedJobCountMax)
        let writer = Writer(environment: environment, queue: queue, seams: seams)
        guard let thread = WriterThread(body: { writer.run() }) else {
            throw .unavailable("The system has no thread left.")
        }
        self.thread = Mutex(thread)
    }

    deinit {
        queue.close(Self.closed)
        thread.withLock { $0?.detach() }
    }

    /// Reads in a transaction of LMDB, which keeps its state of the store until `body` ends.
    package func read<Success, Failure: StorageFailure>(
        _ body: (any ReadView) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        let result: Result<Success, Failure>
        do throws(LMDBError) {
            result = try environment.read { (transaction) throws(LMDBError) in
                let view = TransactionView(transaction, tables: environment.tables)
                defer { view.end() }
                return Result { () throws(Failure) in try body(view) }
            }
        } catch {
            throw Failure(StorageError(error))
        }
        return try result.get()
    }

    /// Queues the change for the writer; when the queue is full or closed it ends on this thread.
    package func submit(_ job: any WriteJob) {
        if let refusal = queue.append(job) { job.finish(refusal) }
    }

    /// Waits for the writer's thread and for reads under way, then closes LMDB; again is no change.
    package func close() {
        queue.close(Self.closed)
        thread.withLock { $0.take() }?.join()
        environment.close()
    }

    private static let closed = StorageError.unavailable("The store is closed.")

    /// Says why on one line, and ends without running anything else.
    static func endProcess(reason: String) {
        let line = reason + "\n"
        _ = line.utf8CString.withUnsafeBytes { bytes in
            Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
        }
        _exit(EX_IOERR)
    }
}
