import CLMDB

/// A snapshot of the store.
///
/// It lasts until it is dropped, inside `Environment.read`. "A transaction and its cursors must
/// only be used by a single thread" (lmdb.h); it is therefore not `Sendable`. Bytes are lent to
/// closures out of the map and must be copied to be kept.
@safe
package struct ReadTransaction: ~Copyable {
    let handle: OpaquePointer
    let environment: Environment

    init(handle: OpaquePointer, environment: Environment) {
        unsafe self.handle = unsafe handle
        self.environment = environment
    }

    deinit {
        unsafe environment.endRead(handle)
    }

    /// The number of the commit that this snapshot shows.
    package var identifier: Int {
        unsafe mdb_txn_id(handle)
    }

    /// Lends the value of `key` to `body`; `nil` if there is none.
    package borrowing func withValue<Success>(
        of key: RawSpan,
        in table: Table,
        _ body: (RawSpan) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success? {
        try unsafe Lookup(handle, environment).withValue(of: key, in: table, body)
    }

    /// Lends a cursor on `table` to `body`.
    package borrowing func withCursor<Success>(
        on table: Table,
        _ body: (inout Cursor) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        var cursor = try unsafe Cursor(table: table, transaction: handle, environment)
        return try body(&cursor)
    }

    /// The table's size and shape.
    ///
    /// Not inlined: the optimizer of Swift 6.3.1 crashes where it is.
    @inline(never)
    package borrowing func statistics(of table: Table) throws(LMDBError) -> TableStatistics {
        try unsafe Lookup(handle, environment).statistics(of: table)
    }
}
