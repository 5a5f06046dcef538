import CLMDB

/// A change of the store that others see all at once, when it is committed, or never.
///
/// Dropping it aborts. There is one at a time, and it stays on the thread that began it, inside
/// `Environment.write`. Bytes are lent to closures and valid until the next change.
@safe
package struct WriteTransaction: ~Copyable {
    private let handle: OpaquePointer
    // Not counted, so that `discard self` may forget it: `write` outlives its transaction.
    private unowned(unsafe) let environment: Environment

    init(handle: OpaquePointer, environment: Environment) {
        unsafe self.handle = unsafe handle
        unsafe self.environment = environment
    }

    deinit {
        unsafe mdb_txn_abort(handle)
        unsafe environment.release()
    }

    /// Makes the changes durable; they are on stable storage when this returns.
    ///
    /// The transaction is gone also when this throws: "the handle is freed" (lmdb.h). Out of
    /// space leaves the store as it was. After another error from the system nothing is known
    /// about what reached the disk, and the process should end.
    package consuming func commit() throws(LMDBError) {
        let handle = unsafe handle
        let environment = unsafe environment
        discard self
        let code = unsafe mdb_txn_commit(handle)
        environment.release()
        try check(code)
    }

    /// Lends the value of `key` to `body`; `nil` if there is none.
    package borrowing func withValue<Success>(
        of key: RawSpan,
        in table: Table,
        _ body: (RawSpan) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success? {
        try unsafe Lookup(handle, environment).withValue(of: key, in: table, body)
    }

    /// Lends a cursor on `table` to `body`, which must not change the table meanwhile.
    package borrowing func withCursor<Success>(
        on table: Table,
        _ body: (inout Cursor) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        var cursor = try unsafe Cursor(table: table, transaction: handle, environment)
        return try body(&cursor)
    }

    /// Lends `body` a cursor by which `table` is changed; all else of the transaction has to wait.
    package mutating func withWriteCursor<Success>(
        on table: Table,
        _ body: (inout WriteCursor) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        var cursor = try unsafe WriteCursor(table: table, transaction: handle, environment)
        return try body(&cursor)
    }

    /// The table's size and shape.
    package borrowing func statistics(of table: Table) throws(LMDBError) -> TableStatistics {
        try unsafe Lookup(handle, environment).statistics(of: table)
    }

    /// Stores `value` under `key`, in place of what is there.
    package mutating func put(
        _ value: RawSpan,
        for key: RawSpan,
        in table: Table
    ) throws(LMDBError) {
        try unsafe put(byteCount: value.byteCount, for: key, in: table) { target in
            unsafe value.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }

    /// Stores a value of `byteCount` bytes under `key`, written by `fill` right where it stays.
    ///
    /// `fill` must write every byte: what it leaves out is whatever the page held before.
    package mutating func put(
        byteCount: Int,
        for key: RawSpan,
        in table: Table,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        try unsafe put(byteCount: byteCount, for: key, in: table, flags: MDB_RESERVE, fill: fill)
    }

    /// Stores a value under a key greater than all of the table, as `put` does.
    ///
    /// Pages are filled one after the other, so a table made of nothing else has no gaps.
    ///
    /// - Throws: `.keyExists` if there is such a key or a greater one.
    package mutating func append(
        byteCount: Int,
        for key: RawSpan,
        in table: Table,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        let flags = MDB_RESERVE | MDB_APPEND
        try unsafe put(byteCount: byteCount, for: key, in: table, flags: flags, fill: fill)
    }

    private mutating func put(
        byteCount: Int,
        for key: RawSpan,
        in table: Table,
        flags: Int32,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        unsafe environment.requireOwn(table)
        var value = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        try unsafe check(
            key.withUnsafeBytes { bytes in
                var key = unsafe MDB_val(bytes)
                return unsafe mdb_put(handle, table.handle, &key, &value, UInt32(flags))
            }
        )
        unsafe fill(UnsafeMutableRawBufferPointer(start: value.mv_data, count: byteCount))
    }
}
