import CLMDB

/// A place in a table, moved in key order.
///
/// Each move answers whether there is a record; then `withRecord` lends it. A cursor lives
/// within one transaction, on one thread.
@safe
package struct Cursor: ~Copyable {
    private let handle: OpaquePointer
    private var key = unsafe MDB_val()
    private var value = unsafe MDB_val()
    private var isOnRecord = false

    init(
        table: Table,
        transaction: OpaquePointer,
        _ environment: Environment
    ) throws(LMDBError) {
        environment.requireOwn(table)
        var cursor: OpaquePointer?
        try unsafe check(mdb_cursor_open(transaction, table.handle, &cursor))
        guard let cursor = unsafe cursor else { throw .badTransaction }
        unsafe handle = unsafe cursor
    }

    deinit {
        unsafe mdb_cursor_close(handle)
    }

    /// Moves to the smallest key.
    package mutating func first() throws(LMDBError) -> Bool {
        try move(MDB_FIRST)
    }

    /// Moves to the greatest key.
    package mutating func last() throws(LMDBError) -> Bool {
        try move(MDB_LAST)
    }

    /// Moves to the next greater key.
    package mutating func next() throws(LMDBError) -> Bool {
        try move(MDB_NEXT)
    }

    /// Moves to the next smaller key.
    package mutating func previous() throws(LMDBError) -> Bool {
        try move(MDB_PREV)
    }

    /// Moves to the smallest key that is `target` or greater.
    package mutating func seek(atLeast target: RawSpan) throws(LMDBError) -> Bool {
        // LMDB points the key into the map when it has found the place.
        let code = unsafe target.withUnsafeBytes { bytes in
            unsafe key = unsafe MDB_val(bytes)
            return unsafe mdb_cursor_get(handle, &key, &value, MDB_SET_RANGE)
        }
        return try arrive(code)
    }

    /// Moves to the greatest key that is smaller than `target`.
    package mutating func seek(below target: RawSpan) throws(LMDBError) -> Bool {
        try seek(atLeast: target) ? previous() : last()
    }

    /// Lends key and value of the record at the cursor.
    package borrowing func withRecord<Success, Failure: Error>(
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        precondition(isOnRecord, "The last move of this cursor found no record.")
        return try body(unsafe key.buffer.bytes, unsafe value.buffer.bytes)
    }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        try arrive(unsafe mdb_cursor_get(handle, &key, &value, operation))
    }

    private mutating func arrive(_ code: Int32) throws(LMDBError) -> Bool {
        isOnRecord = code == MDB_SUCCESS
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }
}
