internal import Domain
package import StorageEngine

/// The records as of one moment; what use cases read through.
///
/// It lives within one call of `Store.read`, on one thread.
@usableFromInline
package class StoreView {
    /// What the store derives from its master key.
    @usableFromInline
    package let secrets: StoreSecrets
    /// The tables, as the engine has them.
    package let records: any ReadView
    /// What the writing thread remembers; nil for who reads on another thread.
    package let caches: TransactionCaches?
    /// Of which day the last reply is; nil where that has to be looked up.
    let replyDay: KnownReplyDay?
    /// Counts the damaged records that lists leave out; nil for who is to fail at them.
    let leftOut: LeftOutRecords?
    /// The idempotency key that was hashed last, and its hash.
    var lastDigest: (key: IdempotencyKey, digest: OpaqueID)?

    init(
        _ records: any ReadView,
        _ secrets: StoreSecrets,
        caches: TransactionCaches?,
        replyDay: KnownReplyDay?,
        leftOut: LeftOutRecords?
    ) {
        self.records = records
        self.secrets = secrets
        self.caches = caches
        self.replyDay = replyDay
        self.leftOut = leftOut
    }

    /// Looks at the records of a moment, and counts those that are left out where `leftOut` is
    /// given; else it fails at damaged ones.
    package convenience init(
        _ records: any ReadView,
        _ secrets: StoreSecrets,
        leftOut: LeftOutRecords? = nil
    ) {
        self.init(records, secrets, caches: nil, replyDay: nil, leftOut: leftOut)
    }
}
