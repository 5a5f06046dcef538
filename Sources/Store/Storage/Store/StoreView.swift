internal import Records
internal import Domain
internal import StorageEngine

/// The records as of one moment; what use cases read through.
///
/// It lives within one call of `RecordStore.read`, on one thread.
class StoreView: Reading {
    let secrets: StoreSecrets
    let records: any ReadView
    /// What the writing thread remembers; nil for who reads on another thread.
    let cache: WriterCache?
    /// Counts the damaged records that lists leave out; nil for who is to fail at them.
    let leftOut: LeftOutRecords?
    /// The idempotency key that was hashed last, and its hash.
    var lastDigest: (key: IdempotencyKey, digest: OpaqueID)?

    init(
        _ records: any ReadView,
        _ secrets: StoreSecrets,
        cache: WriterCache? = nil,
        leftOut: LeftOutRecords? = nil
    ) {
        self.records = records
        self.secrets = secrets
        self.cache = cache
        self.leftOut = leftOut
    }
}
