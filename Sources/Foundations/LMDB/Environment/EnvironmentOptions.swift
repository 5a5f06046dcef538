/// The limits an environment is opened with.
///
/// No flag that weakens synchronisation can be asked for: a commit is durable when it returns.
package struct EnvironmentOptions: Sendable {
    /// Address space reserved for the map; the file can never grow beyond it.
    ///
    /// 64 GiB costs nothing until it is used. A running environment cannot be resized safely:
    /// `mdb_env_set_mapsize` unmaps first and leaves dangling pointers if mapping fails.
    package var mapByteCount: Int
    /// Named tables at most.
    package var tableCountMax: UInt32
    /// Slots of the reader table: one for each pooled or running read transaction of any process.
    package var readerCountMax: UInt32
    /// Whether a network or user-space file system is taken at the owner's risk.
    package var acceptsUnsafeFilesystem: Bool

    /// Creates options; the defaults are those of the product.
    package init(
        mapByteCount: Int = 64 << 30,
        tableCountMax: UInt32 = 96,
        readerCountMax: UInt32 = 512,
        acceptsUnsafeFilesystem: Bool = false
    ) {
        precondition(mapByteCount > 0, "A map needs room.")
        self.mapByteCount = mapByteCount
        self.tableCountMax = tableCountMax
        self.readerCountMax = readerCountMax
        self.acceptsUnsafeFilesystem = acceptsUnsafeFilesystem
    }
}
