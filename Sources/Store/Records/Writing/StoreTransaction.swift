internal import Domain
package import StorageEngine

/// The records of one transaction, and what it changes in them.
///
/// It lives within one run of one job, on the store's writing thread.
package final class StoreTransaction: StoreView {
    package let changes: any WriteView
    /// What live streams have to be told once the changes are durable.
    @exclusivity(unchecked)
    package var news = TransactionNews()
    package let writing: RecordWriting

    /// Whether operators watch: who would tell them an event asks first.
    package var tellsEvents: Bool { writing.newsroom.wantsEvents }

    /// When the store was made, in milliseconds since 1970.
    package var storeCreatedAt: Int64 { writing.createdAt }

    package init(_ changes: any WriteView, _ writing: RecordWriting) {
        self.changes = changes
        self.writing = writing
        super.init(
            changes,
            writing.secrets,
            caches: writing.caches,
            replyDay: writing.replyDay,
            leftOut: writing.leftOut
        )
        writing.caches?.beginTransaction()
    }
}
