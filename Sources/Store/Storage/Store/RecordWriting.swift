internal import ProtobufCoding

/// What all writes of a store have in common: its keys, who hears of commits, and what is kept
/// from one transaction to the next.
///
/// Unchecked: what changes is used within transactions alone, which run on one thread, one after
/// the other.
final class RecordWriting: @unchecked Sendable {
    let secrets: StoreSecrets
    let newsroom = Newsroom()
    /// What need not be looked up again; nil where others may change the store as well.
    let cache: WriterCache?
    let leftOut = LeftOutRecords()
    /// Where whom this store deleted is kept beside it.
    let erasureList: ErasureList
    /// When the store was made.
    let createdAt: Int64
    /// Where values are put together, so that none needs memory of its own.
    @exclusivity(unchecked)
    var value = ProtobufWriter()

    init(
        _ secrets: StoreSecrets,
        createdAt: Int64,
        _ erasureList: ErasureList,
        isSoleOwner: Bool
    ) {
        cache = isSoleOwner ? WriterCache() : nil
        self.secrets = secrets
        self.createdAt = createdAt
        self.erasureList = erasureList
    }
}
