package import LMDB
package import StorageEngine

/// Reads the files of an engine that another process may be writing, or that nobody writes.
///
/// A state of the store is LMDB as of one transaction under the batches of the log that it has not
/// got, as within the engine; Engine.md tells why that is right without a word to the writer. It
/// shows all that was acknowledged when it was made, and nothing that is not durable.
///
/// The writer is not disturbed: nothing is locked, nothing is written but a slot of LMDB's reader
/// table. Pages that are freed while a state is read cannot be used again until it ends, so the
/// file grows by what is moved meanwhile. A process must not read a store that it has open itself.
package final class EngineReader {
    /// The database.
    package let environment: Environment
    private let directory: String
    private let tableCount: Int

    /// How often the log may be written over while it is read.
    private static let attemptCountMax = 50

    /// Opens the files of an engine.
    ///
    /// - Parameters:
    ///   - directory: the store's directory.
    ///   - tables: the names that the engine was opened with.
    /// - Throws: Why the files cannot be read.
    package init(directory: String, tables: [String]) throws(EngineReadError) {
        self.directory = directory
        tableCount = tables.count
        do throws(LMDBError) {
            environment = try Environment.openForReading(
                directory: directory,
                tables: tables + [LogPosition.tableName]
            )
        } catch {
            throw EngineReadError(error)
        }
    }

    /// Lends one state of the store to `body`.
    ///
    /// - Throws: Why there is none. What `body` finds out about the records is its own to tell.
    package func read<Success>(
        _ body: (any ReadView) -> Success
    ) throws(EngineReadError) -> Success {
        try readWithPosition { view, _ in body(view) }
    }

    /// Lends one state of the store to `body`, with its log and the last batch that it shows.
    package func readWithPosition<Success>(
        _ body: (any ReadView, LogPosition) -> Success
    ) throws(EngineReadError) -> Success {
        try withState { transaction, tail in
            let snapshot = Snapshot(
                transaction,
                environment: environment,
                layers: tail.layers,
                asOf: .max
            )
            defer { snapshot.end() }
            let identity = tail.position.identity
            return body(
                snapshot,
                LogPosition(identity: identity, appliedBatch: tail.newestBatch)
            )
        }
    }

    /// A copy of the record under a key as the database has it, apart from what the log has.
    package func storedRecord(under key: Key, in table: TableID) throws(StorageError) -> [UInt8]? {
        let handle = environment.handle(of: table)
        let stored: [UInt8]?
        do throws(LMDBError) {
            stored = try environment.read { (transaction) throws(LMDBError) in
                try key.withBytes { key throws(LMDBError) in
                    try transaction.withValue(of: key, in: handle) { value in
                        unsafe value.withUnsafeBytes { unsafe Array($0) }
                    }
                }
            }
        } catch {
            throw StorageError(error, table: table)
        }
        guard let stored else { return nil }
        return try key.withBytes { key throws(StorageError) in
            try unsafe Checksum.withRecord(in: stored.span.bytes, key: key, table: table) { value in
                unsafe value.withUnsafeBytes { unsafe Array($0) }
            }
        }
    }

    /// Lends LMDB's transaction and the end of the log that together are one state.
    func withState<Success>(
        _ body: (consuming ReadTransaction, LogTail) throws(LMDBError) -> Success
    ) throws(EngineReadError) -> Success {
        var lastLoss: LogLoss?
        var isHeld = true
        for _ in 1...Self.attemptCountMax {
            let attempt: Attempt<Success>
            do throws(LMDBError) {
                attempt = try self.attempt(body)
            } catch {
                throw EngineReadError(error)
            }
            switch attempt {
            case .success(let success): return success
            case .failure(let error): throw error
            case .overtaken: continue
            case .incomplete(let loss):
                // What nobody writes stays as it is.
                if !isHeld, loss == lastLoss { throw .logIncomplete(loss) }
                lastLoss = loss
                isHeld = StoreHolder(ofStoreIn: directory) != nil
            }
        }
        guard let lastLoss else {
            throw .unreadable("Its log is written faster than it can be read.")
        }
        throw .logIncomplete(lastLoss)
    }

    /// What comes of reading a state that may be changed meanwhile.
    private enum Attempt<Success> {
        case success(Success)
        case failure(EngineReadError)
        /// The log was written over.
        case overtaken
        /// The log was written over, or something of it is missing.
        case incomplete(LogLoss)
    }

    /// Lends a state.
    ///
    /// The position comes first: it may be older than the transaction, for what a batch changed is
    /// the same in LMDB and in the log. The log comes last: each batch that LMDB holds a part of is
    /// there by then, or its place was used again, which its numbers tell. A file that was cleaned
    /// has no numbers: that is told by the position, which lies behind what was found then.
    private func attempt<Success>(
        _ body: (consuming ReadTransaction, LogTail) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Attempt<Success> {
        let position: LogPosition
        do throws(StorageError) {
            position = try storedPosition()
        } catch {
            return .failure(.unreadable("The position of the log is damaged."))
        }
        return try environment.read { (transaction) throws(LMDBError) in
            let tail: LogTail
            do throws(EngineReadError) {
                tail = try LogTail(
                    directory: directory + "/" + LogTail.directoryName,
                    position: position,
                    tableCount: tableCount
                )
            } catch .logIncomplete(let loss) {
                return .incomplete(loss)
            } catch {
                return .failure(error)
            }
            guard let present = try? storedPosition(),
                present.appliedBatch <= tail.newestBatch
            else { return .overtaken }
            return .success(try body(transaction, tail))
        }
    }

    /// What is missing of the log; nil if nothing is, as far as is known.
    ///
    /// - Throws: Why the files cannot be read otherwise.
    package func logLoss() throws(EngineReadError) -> LogLoss? {
        do throws(EngineReadError) {
            try withState { _, _ in }
            return nil
        } catch .logIncomplete(let loss) {
            return loss
        } catch {
            throw error
        }
    }

    /// The position of the log; that of no log if no engine has begun one in these files yet.
    func storedPosition() throws(StorageError) -> LogPosition {
        let isAbsent: Bool
        do throws(LMDBError) {
            isAbsent = try environment.read { (transaction) throws(LMDBError) in
                try transaction.statistics(of: environment.logTable).entryCount == 0
            }
        } catch {
            throw StorageError(error)
        }
        if isAbsent { return LogPosition(identity: 0, appliedBatch: 0) }
        return try LogPosition.readOrCreate(in: environment)
    }
}
