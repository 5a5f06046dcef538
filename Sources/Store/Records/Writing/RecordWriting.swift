internal import ProtobufCoding
internal import StorageEngine

/// What all writes of a store have in common: its keys, who hears of commits, and what is kept
/// from one transaction to the next.
///
/// Unchecked: what changes is used within transactions alone, which run on one thread, one after
/// the other.
package final class RecordWriting: @unchecked Sendable {
    /// Where commits are told of.
    package let newsroom = Newsroom()
    /// What transactions have in common.
    let sources: StoreSources
    /// What those have in common who read on other threads, where nothing is remembered.
    package let readingSources: StoreSources
    /// What lists, feeds and exports left out, in all views of the store.
    package let leftOut: LeftOutRecords
    /// When the store was made, in milliseconds since 1970.
    package let createdAt: Int64
    /// Where values are put together, so that none needs memory of its own.
    @exclusivity(unchecked)
    var value = ProtobufWriter()

    /// Prepares to write to a store that was made at `createdAt`, in milliseconds since 1970, whose
    /// tables are called `tableNames` when it is told of damaged records; without `caches` where
    /// others may change the store as well.
    package init(
        _ secrets: StoreSecrets,
        createdAt: Int64,
        tableNames: [String],
        caches: TransactionCaches?
    ) {
        self.createdAt = createdAt
        leftOut = LeftOutRecords(of: tableNames)
        sources = StoreSources(secrets, caches: caches, leftOut: leftOut)
        readingSources = StoreSources(secrets, caches: nil, leftOut: leftOut)
    }

    /// What the store derives from its master key.
    package var secrets: StoreSecrets { sources.secrets }

    /// Tells who remembers something of a record that it is put or deleted.
    @inline(__always)
    func noteChange(of key: Key, in table: TableID) {
        if table == .replies {
            sources.replyDay?.noteReply(key)
        } else {
            sources.caches?.noteChange(of: key, in: table)
        }
    }
}
