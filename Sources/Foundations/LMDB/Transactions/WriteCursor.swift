import CLMDB

/// A place in a table at which keys are put and deleted, cheaply where they come in their order.
///
/// It stays on the page that it found last and looks there first: keys that are close to each other
/// mostly share a page, and need no way down from the root.
@safe
package struct WriteCursor: ~Copyable {
    private let handle: OpaquePointer

    init(
        table: Table,
        transaction: OpaquePointer,
        _ environment: borrowing Environment
    ) throws(LMDBError) {
        unsafe handle = try unsafe openCursor(on: table, transaction, environment)
    }

    deinit {
        unsafe mdb_cursor_close(handle)
    }

    /// Stores a value of `byteCount` bytes under `key`, in place of what is there.
    ///
    /// `fill` writes it right where it stays, and must write every byte: what it leaves out is
    /// whatever the page held before.
    package mutating func put(
        byteCount: Int,
        for key: RawSpan,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        var value = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        try unsafe check(
            key.withUnsafeBytes { bytes in
                var key = unsafe MDB_val(bytes)
                return unsafe mdb_cursor_put(handle, &key, &value, UInt32(MDB_RESERVE))
            }
        )
        unsafe fill(UnsafeMutableRawBufferPointer(start: value.mv_data, count: byteCount))
    }

    /// Removes `key`; answers whether it was there.
    @discardableResult
    package mutating func delete(_ key: RawSpan) throws(LMDBError) -> Bool {
        let code = unsafe key.withUnsafeBytes { bytes in
            var key = unsafe MDB_val(bytes)
            return unsafe mdb_cursor_get(handle, &key, nil, MDB_SET)
        }
        if code == MDB_NOTFOUND { return false }
        try check(code)
        try unsafe check(mdb_cursor_del(handle, 0))
        return true
    }
}
