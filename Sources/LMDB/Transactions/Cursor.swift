import CLMDB

/// A place in a table, moved in key order.
///
/// Each seek answers whether there is a record; then `forEach` lends it and those behind it. A
/// cursor lives within one transaction, on one thread.
@safe
package struct Cursor: ~Copyable {
    private let handle: OpaquePointer
    private var key = unsafe MDB_val()
    private var value = unsafe MDB_val()
    private var isOnRecord = false

    /// A way through the keys.
    package enum Direction: Sendable {
        /// To greater keys.
        case forwards
        /// To smaller keys.
        case backwards

        fileprivate var operation: MDB_cursor_op {
            switch self {
            case .forwards: MDB_NEXT
            case .backwards: MDB_PREV
            }
        }
    }

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

    /// Moves to the smallest key.
    package mutating func first() throws(LMDBError) -> Bool {
        try move(MDB_FIRST)
    }

    /// Moves to the greatest key.
    package mutating func last() throws(LMDBError) -> Bool {
        try move(MDB_LAST)
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
        try seek(atLeast: target) ? move(MDB_PREV) : last()
    }

    /// Lends key and value of the record at the cursor to `visit`, then those of each record behind
    /// it, as long as `visit` answers true.
    package mutating func forEach(
        _ direction: Direction,
        _ visit: (_ key: RawSpan, _ value: RawSpan) -> Bool
    ) throws(LMDBError) {
        precondition(isOnRecord, "The last move of this cursor found no record.")
        let operation = direction.operation
        while unsafe visit(key.buffer.bytes, value.buffer.bytes), try move(operation) {}
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

/// Opens a cursor, which whoever asks has to close.
func openCursor(
    on table: Table,
    _ transaction: OpaquePointer,
    _ environment: borrowing Environment
) throws(LMDBError) -> OpaquePointer {
    environment.requireOwn(table)
    var cursor: OpaquePointer?
    try unsafe check(mdb_cursor_open(transaction, table.handle, &cursor))
    guard let cursor = unsafe cursor else { throw .badTransaction }
    return unsafe cursor
}
