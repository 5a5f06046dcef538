package import ProtobufCoding
package import StorageEngine

/// What all writes of a store have in common: its keys, who hears of commits, and what is kept
/// from one transaction to the next.
///
/// Unchecked: what changes is used within transactions alone, which run on one thread, one after
/// the other.
package final class RecordWriting: @unchecked Sendable {
    package let secrets: StoreSecrets
    package let newsroom = Newsroom()
    /// What features need not look up again; nil where others may change the store as well.
    package let caches: TransactionCaches?
    /// Of which day the last reply is; nil where others may keep some as well.
    let replyDay: KnownReplyDay?
    package let leftOut: LeftOutRecords
    /// When the store was made.
    package let createdAt: Int64
    /// Where values are put together, so that none needs memory of its own.
    @exclusivity(unchecked)
    package var value = ProtobufWriter()

    package init(
        _ secrets: StoreSecrets,
        createdAt: Int64,
        tableNames: [String],
        caches: TransactionCaches?
    ) {
        self.secrets = secrets
        self.createdAt = createdAt
        self.caches = caches
        replyDay = caches == nil ? nil : KnownReplyDay()
        leftOut = LeftOutRecords(of: tableNames)
    }

    /// Tells who remembers something of a record that it is put or deleted.
    @inline(__always)
    package func noteChange(of key: Key, in table: TableID) {
        if table == .replies {
            replyDay?.noteReply(key)
        } else {
            caches?.noteChange(of: key, in: table)
        }
    }
}
