internal import Glibc
package import LMDB
internal import StorageEngine

/// What a store takes up, and how far its log is.
package struct EngineStatistics: Sendable {
    /// The tables, in the order of their names' list.
    package let tables: [TableSummary]
    /// The size of the file and the map.
    package let environment: EnvironmentInformation
    /// Where the pages of the file are.
    package let pages: PageAccount
    /// Bytes of the file.
    package let fileByteCount: Int
    /// Bytes that the file system has left.
    package let freeByteCount: Int
    /// The random number that all batches of the log bear.
    package let logIdentity: UInt64
    /// LMDB holds all batches up to this one.
    package let appliedBatch: UInt64
    /// The newest batch.
    package let newestBatch: UInt64
    /// Bytes of the batches that LMDB has not got.
    package let waitingByteCount: Int
    /// When the pass began after which the database's file held nothing that was deleted before, in
    /// milliseconds since 1970; nil if there was none.
    package let cleanedAt: Int64?

    /// One table.
    package struct TableSummary: Sendable {
        /// Records, those counted that are only in the log.
        package let recordCount: Int
        /// The shape of the tree, without what is only in the log.
        package let tree: TableStatistics
    }
}

extension EngineReader {
    /// The slots of the reader table that are taken, by other processes.
    package func readers() throws(EngineReadError) -> [ReaderSlot] {
        let own = getpid()
        do throws(LMDBError) {
            return try environment.readers().filter { $0.processIdentifier != own }
        } catch {
            throw EngineReadError(error)
        }
    }

    /// Frees the slots of processes that are gone; answers how many there were.
    package func clearStaleReaders() throws(EngineReadError) -> Int {
        do throws(LMDBError) {
            return try environment.clearStaleReaders()
        } catch {
            throw EngineReadError(error)
        }
    }

    /// Measures the store; the tables and the log are of one state.
    package func statistics() throws(EngineReadError) -> EngineStatistics {
        let tableCount = environment.tables.count - 1
        let (tables, tail) = try withState { (transaction, tail) throws(LMDBError) in
            var tables: [EngineStatistics.TableSummary] = []
            for index in 0..<tableCount {
                let table = TableID(rawValue: UInt8(index))
                let tree = try transaction.statistics(of: environment.handle(of: table))
                let added = try Self.addedCount(of: table, by: tail.layers, to: transaction) {
                    environment.handle(of: $0)
                }
                tables.append(.init(recordCount: tree.entryCount + added, tree: tree))
            }
            return (tables, tail)
        }
        do throws(LMDBError) {
            return EngineStatistics(
                tables: tables,
                environment: try environment.information(),
                pages: try environment.pageAccount(),
                fileByteCount: environment.metaPages.fileByteCount,
                freeByteCount: try environment.freeByteCount(),
                logIdentity: tail.position.identity,
                appliedBatch: tail.position.appliedBatch,
                newestBatch: tail.newestBatch,
                waitingByteCount: tail.byteCount,
                cleanedAt: try CleaningRecord.read(from: environment).flatMap { record in
                    record.endedAt == nil ? nil : record.begunAt.milliseconds
                }
            )
        } catch {
            throw EngineReadError(error)
        }
    }

    /// By how many records the layers make a table larger.
    private static func addedCount(
        of table: TableID,
        by layers: Layers,
        to transaction: borrowing ReadTransaction,
        _ handle: (TableID) -> Table
    ) throws(LMDBError) -> Int {
        var count = 0
        for (overlay, upper) in [(layers.active, nil), (layers.frozen, layers.active)] {
            guard let overlay else { continue }
            var cursor = OverlayCursor(overlay, table, .all, .ascending, asOf: .max)
            while let (key, change) = unsafe cursor.current {
                cursor.advance()
                // What an upper layer says of a key was counted there.
                if let upper, unsafe upper.change(of: key.bytes, in: table, asOf: .max) != nil {
                    continue
                }
                let isStored =
                    try unsafe transaction.withValue(of: key.bytes, in: handle(table)) { _ in true }
                    ?? false
                switch change {
                case .put: count += isStored ? 0 : 1
                case .delete: count -= isStored ? 1 : 0
                }
            }
        }
        return count
    }
}

extension EngineReader {
    /// The names of the tables that a store has, whatever version made it.
    package static func tableNames(
        inStore directory: String
    ) throws(EngineReadError) -> [String] {
        do throws(LMDBError) {
            let environment = try Environment.openForReading(directory: directory, tables: [])
            return try environment.read { (transaction) throws(LMDBError) in
                try transaction.tableNames()
            }
        } catch {
            throw EngineReadError(error)
        }
    }
}
