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
    private let writing: RecordWriting
    private let erasureList: ErasureList
    @exclusivity(unchecked)
    private var news = TransactionNews()
    @exclusivity(unchecked)
    private var failure: DomainError?

    init(_ write: any StoreWrite, in writing: RecordWriting, _ erasureList: ErasureList) {
        self.write = write
        switch write.purpose {
        case .ordinary: mayUseReserve = false
        case .vital: mayUseReserve = true
        }
        self.writing = writing
        self.erasureList = erasureList
    }

    func run(on view: any WriteView) -> Bool {
        let transaction = StoreTransaction(view, writing)
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
        if !news.erasures.isEmpty { erasureList.append(news.erasures) }
        writing.newsroom.add(news)
    }

    func finish(_ failure: StorageError?) {
        // What the engine refuses ends on whichever thread has it, and would take the news away
        // from the committed ones, whose ends must come after it.
        if failure == nil { writing.newsroom.publishChangedRights() }
        write.finish(failure.map { DomainError($0) } ?? self.failure)
    }

    func didEndBatch() {
        writing.newsroom.publishGrowth()
    }
}
