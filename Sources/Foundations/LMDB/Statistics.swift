/// Size and shape of one table.
package struct TableStatistics: Sendable, Equatable {
    /// Records in the table.
    package let entryCount: Int
    /// Levels of the tree; 0 when the table is empty.
    package let depth: Int
    /// Pages of inner nodes.
    package let branchPageCount: Int
    /// Pages of records.
    package let leafPageCount: Int
    /// Pages of values too long for a leaf.
    package let overflowPageCount: Int
}

/// Size and use of an environment.
package struct EnvironmentInformation: Sendable, Equatable {
    /// The map's size in bytes: the limit of the file.
    package let mapByteCount: Int
    /// Bytes of a page.
    package let pageByteCount: Int
    /// The number of the last page in use; the file holds one more than this.
    package let lastPageNumber: Int
    /// The number of the last committed transaction.
    package let lastTransactionID: Int
    /// Slots of the reader table.
    package let readerCountMax: Int
    /// Slots of the reader table that were ever in use at the same time.
    package let readerCount: Int
}
