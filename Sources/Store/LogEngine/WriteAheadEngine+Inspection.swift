package import LMDB
package import StorageEngine

extension WriteAheadEngine {
    /// Whether the file was shorter than its meta page says when it was opened.
    ///
    /// Suspicious, not proof: see `MetaPages.isFileShort`. A full check should follow.
    package var isFileShort: Bool {
        environment.metaPages.isFileShort
    }

    /// The size and use of the store.
    ///
    /// - Throws: `.unavailable` when it is closed.
    package func information() throws(StorageError) -> EnvironmentInformation {
        do throws(LMDBError) {
            return try environment.information()
        } catch {
            throw StorageError(error)
        }
    }

    /// The size and shape of a table.
    ///
    /// - Throws: `.unavailable` when the store is closed.
    package func statistics(of table: TableID) throws(StorageError) -> TableStatistics {
        let handle = environment.handle(of: table)
        do throws(LMDBError) {
            return try environment.read { (transaction) throws(LMDBError) in
                try transaction.statistics(of: handle)
            }
        } catch {
            throw StorageError(error, table: table)
        }
    }

    /// Frees the reader slots of processes that died; answers how many there were.
    ///
    /// To be called at times: a dead reader's slot keeps freed pages from being used again.
    ///
    /// - Throws: `.unavailable` when the store is closed.
    @discardableResult
    package func clearStaleReaders() throws(StorageError) -> Int {
        do throws(LMDBError) {
            return try environment.clearStaleReaders()
        } catch {
            throw StorageError(error)
        }
    }

    /// The present moment, by the clock of the engine.
    package var now: LogTime { cleaner.now }

    /// Whether what was begun at a moment, to overwrite what was deleted, is to be begun again.
    package func isCleaningDue(since moment: LogTime) -> Bool { cleaner.isPast(moment) }

    /// The newest batch that is durable.
    package var publishedBatch: UInt64 { generations.publishedBatch }

    /// Whether changes are on their way into LMDB.
    package var isMoving: Bool { generations.layers.frozen != nil }
}
