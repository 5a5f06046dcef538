import Glibc

/// A tree of pages in a data file.
package enum PageTree: Sendable, Hashable {
    /// The pages that were freed, by transaction.
    case freeList
    /// The records that describe the named tables.
    case tableList
    /// A named table.
    case table(String)
}

extension PageTree: CustomStringConvertible {
    /// The tree in a few words.
    package var description: String {
        switch self {
        case .freeList: "the list of free pages"
        case .tableList: "the list of tables"
        case .table(let name): "the table \(name)"
        }
    }

    /// Whether a walk has this table before another one: in the order of the names' bytes.
    func comesBefore(_ other: PageTree) -> Bool {
        guard case .table(let name) = self, case .table(let otherName) = other else { return false }
        return name.utf8.lexicographicallyPrecedes(otherName.utf8)
    }

    /// How the keys of the tree are ordered.
    ///
    /// The list of free pages has numbers in the machine's byte order, all others have bytes.
    func areAscending(_ left: RawSpan, _ right: RawSpan) -> Bool {
        switch self {
        case .freeList:
            // Of another length they were refused before.
            guard left.byteCount == 8, right.byteCount == 8 else {
                return left.byteCount < right.byteCount
            }
            return unsafe left.unsafeLoadUnaligned(as: UInt64.self)
                < right.unsafeLoadUnaligned(as: UInt64.self)
        case .tableList, .table: return left.precedes(right)
        }
    }
}

/// What a data file says of one tree: LMDB's `MDB_db`, 48 bytes in the machine's byte order.
package struct TreeRecord: Sendable, Equatable {
    /// LMDB's flags of the tree, such as those of the order of its keys.
    package let flags: UInt16
    /// Levels; 0 when the tree is empty.
    package let depth: Int
    /// Pages of inner nodes.
    package let branchPageCount: UInt64
    /// Pages of records.
    package let leafPageCount: UInt64
    /// Pages of values too long for a leaf.
    package let overflowPageCount: UInt64
    /// Records.
    package let entryCount: UInt64
    /// The page at which it begins; nil when the tree is empty.
    package let root: UInt64?

    static let byteCount = 48

    /// Reads a record that begins at an offset; there must be 48 bytes.
    init(_ bytes: RawSpan, at offset: Int) {
        flags = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)
        depth = Int(
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset + 6, as: UInt16.self)
        )
        func number(_ index: Int) -> UInt64 {
            unsafe bytes.unsafeLoadUnaligned(
                fromByteOffset: offset + 8 + 8 * index,
                as: UInt64.self
            )
        }
        branchPageCount = number(0)
        leafPageCount = number(1)
        overflowPageCount = number(2)
        entryCount = number(3)
        let first = number(4)
        root = first == .max ? nil : first
    }

    /// A tree without pages.
    static let empty = TreeRecord(depth: 0, leafPageCount: 0, entryCount: 0, root: nil)

    /// A tree of one page of records, or of several and one that leads to them.
    init(root: UInt64, leafPages: [UInt64], entryCount: UInt64) {
        self.init(
            depth: leafPages == [root] ? 1 : 2,
            leafPageCount: UInt64(leafPages.count),
            entryCount: entryCount,
            root: root
        )
    }

    private init(depth: Int, leafPageCount: UInt64, entryCount: UInt64, root: UInt64?) {
        flags = 0
        self.depth = depth
        branchPageCount = depth > 1 ? 1 : 0
        self.leafPageCount = leafPageCount
        overflowPageCount = 0
        self.entryCount = entryCount
        self.root = root
    }
}

extension RawSpan {
    /// Whether these bytes come before others, as memcmp(3) has it, a beginning before the whole.
    func precedes(_ other: RawSpan) -> Bool {
        unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                let count = min(left.count, right.count)
                guard count > 0, let one = left.baseAddress,
                    let other = right.baseAddress
                else { return left.count < right.count }
                let order = unsafe memcmp(one, other, count)
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }
}
