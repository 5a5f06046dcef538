internal import AccountStorage
package import Domain
internal import NoteStorage
package import Records
package import StorageEngine

/// The records of the service: an engine, and the keys that make its bytes mean something.
package final class RecordStore: Store {
    /// Where the records are.
    package let engine: any Engine
    /// The keys that make the bytes of the engine mean something.
    package let secrets: StoreSecrets
    private let surroundings: RecordJob.Surroundings
    /// What is kept of all changes; nil where nothing is.
    package let archive: (any ChangeArchive)?

    init(
        engine: any Engine,
        _ writing: RecordWriting,
        _ erasureList: ErasureList,
        archive: (any ChangeArchive)? = nil
    ) {
        self.engine = engine
        secrets = writing.secrets
        surroundings = RecordJob.Surroundings(writing, erasureList)
        self.archive = archive
    }

    var writing: RecordWriting { surroundings.writing }
    var erasureList: ErasureList { surroundings.erasureList }

    /// Reads one state of the engine; errors of the engine come as those of the domain.
    package func withView(_ body: (StoreView) throws(DomainError) -> Void) throws(DomainError) {
        // Not by the generic `read`: this is on the way of each call.
        var failure: DomainError?
        do throws(StorageError) {
            try engine.lend { records in
                do throws(DomainError) {
                    try body(StoreView(records, writing.readingSources))
                } catch {
                    failure = error
                }
            }
        } catch {
            throw DomainError(error)
        }
        if let failure { throw failure }
    }

    /// Runs a write on the engine's writing thread.
    package func write(_ write: any StoreWrite) {
        engine.submit(RecordJob(write, in: surroundings))
    }

    /// Goes on where the steps before stopped.
    package func eraseNext(
        in transaction: StoreTransaction,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        try transaction.eraseNext(recordCountMax: recordCountMax)
    }

    /// Replaces an earlier observer.
    ///
    /// Of one commit it hears twice at most: of rights that changed on the engine's thread, and of
    /// what grew on a thread of its own, in the order of the commits.
    package func observe(_ observer: @escaping @Sendable (CommitNews) -> Void) {
        writing.newsroom.observe(observer)
    }

    /// Waits until the observer has heard of all writes that were told their end; not to be called
    /// by the observer.
    package func awaitNews() {
        writing.newsroom.awaitTold()
    }

    /// Names the life of the store: places of one life mean nothing in another, which begins when
    /// the store is restored, copied or loaded.
    package var life: UInt64 { engine.life }

    /// What has happened so far; from any thread, and nobody waits for it.
    package var activity: EngineActivity { engine.activity }

    /// How often a damaged record of each table was left out of a list, a feed or an export.
    package var leftOutCounts: [(table: String, count: Int)] {
        writing.leftOut.counts
    }

    /// Replaces an earlier observer of damaged records that are left out, who is told the table of
    /// each when that happens for the first time, from any thread; at most of 1,000.
    package func observeLeftOut(_ observer: @escaping @Sendable (_ table: String) -> Void) {
        writing.leftOut.observe(observer)
    }

    /// Files with the marks of who was deleted that lack some, for they cannot be written.
    package var erasureFilesBehind: Int { erasureList.behindCount }

    /// Replaces an earlier observer of the files with the marks of who was deleted, who is told
    /// when one cannot be written and when each is whole again, from any thread.
    package func observeErasures(_ observer: @escaping @Sendable (ErasureNews) -> Void) {
        erasureList.observe(observer)
    }

    /// Whether changes are refused, since the disk failed or the store is closed.
    package var isStopped: Bool { engine.isStopped }

    /// Whether ordinary changes are refused for lack of room.
    package var isFull: Bool { engine.isFull }

    /// Whether changes are refused for lack of room, and which.
    package var fullness: StoreFullness { engine.fullness }

    /// Takes effect with the next transaction.
    package func tellEvents(_ isWatched: Bool) {
        writing.newsroom.wantsEvents = isWatched
    }

    /// Does what is due from time to time; called each 30 seconds.
    package func maintain() {
        engine.maintain()
        erasureList.retry()
        archive?.maintain()
    }

    /// Cleans the files of all that was deleted, and those of the archive of what was erased;
    /// blocks until that is done.
    ///
    /// - Returns: Whether it was; not while a reader holds an older state, nor where a file of the
    ///   archive cannot be read or written.
    package func clean() -> Bool {
        guard engine.clean() else { return false }
        return archive?.clean() ?? true
    }

    /// Finishes what was taken, refuses what comes, and closes the store; blocks until then.
    package func close() {
        archive?.close()
        engine.close()
        writing.newsroom.awaitTold()
        writing.newsroom.dismissObserver()
    }
}
