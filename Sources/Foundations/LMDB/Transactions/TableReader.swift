/// A transaction that can be read: what `ReadTransaction` and `WriteTransaction` share.
package protocol TableReader: ~Copyable {
    /// Lends the value of `key` to `body`; `nil` if there is none.
    borrowing func withValue<Success>(
        of key: RawSpan,
        in table: Table,
        _ body: (RawSpan) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success?

    /// Lends a cursor on `table` to `body`.
    borrowing func withCursor<Success>(
        on table: Table,
        _ body: (inout Cursor) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success
}

extension ReadTransaction: TableReader {}

extension WriteTransaction: TableReader {}
