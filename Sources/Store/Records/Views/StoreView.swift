internal import Domain
package import StorageEngine

/// The records as of one moment; what use cases read through.
///
/// It lives within one call of `RecordStore.read`, on one thread.
package class StoreView {
    package let secrets: StoreSecrets
    package let records: any ReadView
    /// What the writing thread remembers; nil for who reads on another thread.
    package let caches: TransactionCaches?
    let replyDay: KnownReplyDay?
    /// Counts the damaged records that lists leave out; nil for who is to fail at them.
    package let leftOut: LeftOutRecords?
    /// The idempotency key that was hashed last, and its hash.
    var lastDigest: (key: IdempotencyKey, digest: OpaqueID)?

    package init(
        _ records: any ReadView,
        _ secrets: StoreSecrets,
        caches: TransactionCaches? = nil,
        replyDay: KnownReplyDay? = nil,
        leftOut: LeftOutRecords? = nil
    ) {
        self.records = records
        self.secrets = secrets
        self.caches = caches
        self.replyDay = replyDay
        self.leftOut = leftOut
    }
}
