internal import Domain

/// The records of one transaction, and what it changes in them.
///
/// It is used within one run of one job, on the store's writing thread.
final class StoreTransaction: StoreView {
    let changes: any WriteView
    /// What live streams have to be told once the changes are durable.
    var news = TransactionNews()
    let writing: RecordWriting

    init(_ changes: any WriteView, _ writing: RecordWriting) {
        self.changes = changes
        self.writing = writing
        super.init(changes, writing.secrets, cache: writing.cache)
        begin()
    }

    /// Begins anew, for the next job, on a view that has lost the changes of the last one.
    func begin() {
        news = TransactionNews()
        lastDigest = nil
        writing.cache.beginTransaction()
    }
}
