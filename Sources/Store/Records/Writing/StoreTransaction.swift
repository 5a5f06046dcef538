internal import Domain
package import StorageEngine

/// The records of one transaction, and what it changes in them.
///
/// It lives within one run of one job, on the store's writing thread.
@usableFromInline
package final class StoreTransaction: StoreView {
    /// The tables, as the engine lets them be changed.
    package let changes: any WriteView
    /// What live streams have to be told once the changes are durable.
    @exclusivity(unchecked)
    package var news = TransactionNews()
    /// What it has in common with the other writes of the store.
    let writing: RecordWriting

    /// Whether operators watch: who would tell them an event asks first.
    package var tellsEvents: Bool { writing.newsroom.wantsEvents }

    /// When the store was made, in milliseconds since 1970.
    package var storeCreatedAt: Int64 { writing.createdAt }

    /// Begins a transaction on what the engine opened for it.
    package init(_ changes: any WriteView, _ writing: RecordWriting) {
        self.changes = changes
        self.writing = writing
        super.init(changes, writing.sources)
        caches?.beginTransaction()
    }
}
