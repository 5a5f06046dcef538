/// One of the two states that a data file has: what a meta page says.
///
/// Each commit writes the meta page of the state before the last one. What a state leads to stays
/// whole until the second commit after it, and as long as a reader holds it.
package struct DatabaseState: Sendable, Equatable {
    /// The transaction that made it.
    package let transactionID: UInt64
    /// Bytes of a page.
    package let pageByteCount: Int
    /// The last page that was ever in use as of this state; the file may be shorter.
    package let lastPageNumber: UInt64
    /// The map that its writer had, in bytes.
    package let mapByteCount: UInt64
    /// The tree of free pages.
    package let freeList: TreeRecord
    /// The tree of the tables' records.
    package let tableList: TreeRecord

    static let byteCount = 152
    private static let metaFlag: UInt16 = 0x08
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1

    /// Reads the meta page 0 or 1; nil if these bytes are none.
    init?(_ bytes: RawSpan, page number: UInt64) {
        guard bytes.byteCount >= Self.byteCount else { return nil }
        func word(_ offset: Int) -> UInt32 {
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        func long(_ offset: Int) -> UInt64 {
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        let flags = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 10, as: UInt16.self)
        let size = word(40)
        guard long(0) == number, flags & Self.metaFlag != 0, word(16) == Self.magic,
            word(20) == Self.version, size.nonzeroBitCount == 1, (512...32768).contains(size)
        else { return nil }
        pageByteCount = Int(size)
        mapByteCount = long(32)
        freeList = TreeRecord(bytes, at: 40)
        tableList = TreeRecord(bytes, at: 88)
        lastPageNumber = long(136)
        transactionID = long(144)
        // "Transaction N writes meta page #(N % 2)" (mdb.c); a new file has 0 in both.
        guard transactionID % 2 == number || transactionID == 0, lastPageNumber >= 1,
            lastPageNumber < .max
        else { return nil }
    }

    private init(_ state: DatabaseState, freeList: TreeRecord, tableList: TreeRecord) {
        transactionID = state.transactionID
        pageByteCount = state.pageByteCount
        lastPageNumber = state.lastPageNumber
        mapByteCount = state.mapByteCount
        self.freeList = freeList
        self.tableList = tableList
    }

    /// A state that no meta page tells of, by its list of tables.
    ///
    /// Of such a state it is not known which pages are free.
    init(tableList: TreeRecord, of file: DataFile) {
        transactionID = 0
        pageByteCount = file.pageByteCount
        lastPageNumber = max(file.pageCount, 2) - 1
        mapByteCount = UInt64(file.byteCount)
        freeList = .empty
        self.tableList = tableList
    }

    /// The same state as if no page were free.
    var withoutFreeList: DatabaseState {
        DatabaseState(self, freeList: .empty, tableList: tableList)
    }

    /// The same state as if there were no tables.
    var withoutTables: DatabaseState {
        DatabaseState(self, freeList: freeList, tableList: .empty)
    }
}
