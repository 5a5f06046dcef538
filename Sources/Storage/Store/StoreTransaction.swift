internal import Domain

/// The records of one transaction, and what it changes in them.
///
/// It lives within one run of one job, on the store's writing thread.
final class StoreTransaction: StoreView {
    let changes: any WriteView
    /// What live streams have to be told once the changes are durable.
    var news = TransactionNews()

    let lastSequences: LastSequences

    init(_ changes: any WriteView, _ secrets: StoreSecrets, _ lastSequences: LastSequences) {
        self.changes = changes
        self.lastSequences = lastSequences
        super.init(changes, secrets)
    }
}
