import CLMDB

/// A place in a table, moved in key order.
///
/// Each seek answers whether there is a record; then `forEach` lends it and those behind it. A
/// cursor lives within one transaction, on one thread. It never goes back: a key that is not on the
/// side where it was looked for is of a page that is in the place of another, and who looked for
/// what is behind it would go round in a circle.
@safe
package struct Cursor: ~Copyable {
    private let handle: OpaquePointer
    private var key = unsafe MDB_val()
    private var value = unsafe MDB_val()
    private var isOnRecord = false
    /// Whether the table is the list of free pages, which has an order of its own.
    private let isFreeList: Bool

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
        isFreeList = table == .freeList(of: environment)
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
        guard try arrive(code) else { return false }
        guard unsafe !areAscending(key.buffer.bytes, target) else { throw .corrupted }
        return true
    }

    /// Moves to the greatest key that is smaller than `target`.
    package mutating func seek(below target: RawSpan) throws(LMDBError) -> Bool {
        guard try seek(atLeast: target) ? move(MDB_PREV) : last() else { return false }
        guard unsafe areAscending(key.buffer.bytes, target) else { throw .corrupted }
        return true
    }

    /// Lends key and value of the record at the cursor to `visit`, then those of each record behind
    /// it, as long as `visit` answers true.
    package mutating func forEach(
        _ direction: Direction,
        _ visit: (_ key: RawSpan, _ value: RawSpan) -> Bool
    ) throws(LMDBError) {
        precondition(isOnRecord, "The last move of this cursor found no record.")
        let operation = direction.operation
        while unsafe visit(key.buffer.bytes, value.buffer.bytes) {
            let last = unsafe key.buffer
            guard try move(operation) else { return }
            let (from, to) = unsafe (last.bytes, key.buffer.bytes)
            guard direction == .forwards ? areAscending(from, to) : areAscending(to, from) else {
                throw .corrupted
            }
        }
    }

    /// Whether a key comes before another one in the order of the table.
    ///
    /// `mdb_cmp` is of no use: what it calls is not there in a file of which no table was opened.
    private func areAscending(_ left: RawSpan, _ right: RawSpan) -> Bool {
        isFreeList ? PageTree.freeList.areAscending(left, right) : left.precedes(right)
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
