internal import Domain
package import StorageEngine

/// The records as of one moment; what use cases read through.
///
/// It lives within one call of `Store.read`, on one thread.
@usableFromInline
package class StoreView {
    /// The tables, as the engine has them.
    package let records: any ReadView
    /// What it has in common with other views of the store.
    @usableFromInline
    let sources: StoreSources
    /// The idempotency key that was hashed last, and its hash.
    var lastDigest: (key: IdempotencyKey, digest: OpaqueID)?

    /// Looks at the records of a moment.
    package init(_ records: any ReadView, _ sources: StoreSources) {
        self.records = records
        self.sources = sources
    }

    /// Looks at the records of a moment for a tool, which fails at damaged ones.
    package convenience init(_ records: any ReadView, _ secrets: StoreSecrets) {
        self.init(records, StoreSources(secrets, caches: nil, leftOut: nil))
    }

    /// What the store derives from its master key.
    @inlinable
    package final var secrets: StoreSecrets { sources.secrets }
    /// What the writing thread remembers; nil for who reads on another thread.
    @inlinable
    package final var caches: TransactionCaches? { sources.caches }
    /// Of which day the last reply is; nil where that has to be looked up.
    final var replyDay: KnownReplyDay? { sources.replyDay }
    /// Counts the damaged records that lists leave out; nil for who is to fail at them.
    final var leftOut: LeftOutRecords? { sources.leftOut }
}

/// What views of a store have in common: one object, for what each call and each change takes hold
/// of, on whichever thread, costs all of them time.
@usableFromInline
package final class StoreSources: Sendable {
    /// What the store derives from its master key.
    @usableFromInline
    let secrets: StoreSecrets
    /// What features need not look up again, for transactions.
    @usableFromInline
    let caches: TransactionCaches?
    /// Of which day the last reply is, for transactions.
    let replyDay: KnownReplyDay?
    /// What lists, feeds and exports left out.
    let leftOut: LeftOutRecords?

    init(_ secrets: StoreSecrets, caches: TransactionCaches?, leftOut: LeftOutRecords?) {
        self.secrets = secrets
        self.caches = caches
        replyDay = caches == nil ? nil : KnownReplyDay()
        self.leftOut = leftOut
    }
}
