import CLMDB

/// A named table of one environment: ordered byte keys, each with one value.
///
/// Tables exist from `Environment.open` on. They are never opened later, since LMDB's handles
/// are not safe against transactions that run meanwhile, and never closed.
package struct Table: Sendable, Hashable {
    let handle: MDB_dbi
    /// Tells environments apart, so that a table cannot be used in another one's transaction.
    let environmentID: UInt32

    /// The longest key LMDB takes; the shortest is one byte.
    package static let keyByteCountMax = 511
}
