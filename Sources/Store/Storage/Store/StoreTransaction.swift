internal import Records
internal import Domain
internal import StorageEngine

/// The records of one transaction, and what it changes in them.
///
/// It lives within one run of one job, on the store's writing thread.
final class StoreTransaction: StoreView, Writing {
    let changes: any WriteView
    /// What live streams have to be told once the changes are durable.
    @exclusivity(unchecked)
    var news = TransactionNews()
    let writing: RecordWriting

    init(_ changes: any WriteView, _ writing: RecordWriting) {
        self.changes = changes
        self.writing = writing
        super.init(
            changes,
            writing.secrets,
            cache: writing.cache,
            leftOut: writing.leftOut
        )
        writing.cache?.beginTransaction()
    }
}
