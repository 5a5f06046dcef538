internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import StorageEngine

/// A write of records on its way through the engine.
///
/// Unchecked: what changes is touched by the engine's calls alone, which come one after the other.
final class RecordJob: WriteJob, @unchecked Sendable {
    let mayUseReserve: Bool
    private let write: any StoreWrite
    private let surroundings: Surroundings
    @exclusivity(unchecked)
    private var news = TransactionNews()
    @exclusivity(unchecked)
    private var failure: DomainError?

    /// What all jobs of a store have in common: one object, which the threads that make jobs and
    /// those that end them count in one place.
    final class Surroundings: Sendable {
        let writing: RecordWriting
        /// Where whom the store deleted is kept beside it.
        let erasureList: ErasureList

        init(_ writing: RecordWriting, _ erasureList: ErasureList) {
            self.writing = writing
            self.erasureList = erasureList
        }
    }

    init(_ write: any StoreWrite, in surroundings: Surroundings) {
        self.write = write
        switch write.purpose {
        case .ordinary: mayUseReserve = false
        case .vital: mayUseReserve = true
        }
        self.surroundings = surroundings
    }

    func run(on view: any WriteView) -> Bool {
        let transaction = StoreTransaction(view, surroundings.writing)
        do throws(DomainError) {
            try write.run(in: transaction)
            // The transaction is over: what it had to tell is taken, not copied.
            swap(&news, &transaction.news)
            failure = nil
            return true
        } catch {
            news = TransactionNews()
            failure = error
            return false
        }
    }

    func didCommit() {
        if !news.erasures.isEmpty { surroundings.erasureList.append(news.erasures) }
        surroundings.writing.newsroom.add(news)
    }

    func finish(_ failure: StorageError?) {
        // What the engine refuses ends on whichever thread has it, and would take the news away
        // from the committed ones, whose ends must come after it.
        if failure == nil { surroundings.writing.newsroom.publishChangedRights() }
        write.finish(failure.map { DomainError($0) } ?? self.failure)
    }

    func didEndBatch() {
        surroundings.writing.newsroom.publishGrowth()
    }
}
