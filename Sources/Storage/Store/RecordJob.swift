internal import Domain
internal import ProtobufCoding

/// What all writes of a store have in common: its keys, who hears of commits, and what is kept
/// from one transaction to the next.
///
/// Unchecked: what changes is used within transactions alone, which run on one thread, one after
/// the other.
final class RecordWriting: @unchecked Sendable {
    let secrets: StoreSecrets
    let newsroom = Newsroom()
    let cache = WriterCache()
    /// Where values are put together, so that none needs memory of its own.
    @exclusivity(unchecked)
    var value = ProtobufWriter()

    init(_ secrets: StoreSecrets) {
        self.secrets = secrets
    }
}

/// A write of records on its way through the engine.
///
/// Unchecked: what changes is touched by the engine's calls alone, which come one after the other.
final class RecordJob: WriteJob, @unchecked Sendable {
    private let write: any StoreWrite
    private let writing: RecordWriting
    private var news = TransactionNews()
    private var failure: DomainError?

    init(_ write: any StoreWrite, in writing: RecordWriting) {
        self.write = write
        self.writing = writing
    }

    func run(on view: any WriteView) -> Bool {
        let transaction = StoreTransaction(view, writing)
        do throws(DomainError) {
            try write.run(in: transaction)
            news = transaction.news
            failure = nil
            return true
        } catch {
            news = TransactionNews()
            failure = error
            return false
        }
    }

    func didCommit() {
        writing.newsroom.add(news)
    }

    func finish(_ failure: StorageError?) {
        writing.newsroom.publish()
        write.finish(failure.map { DomainError($0) } ?? self.failure)
    }
}
