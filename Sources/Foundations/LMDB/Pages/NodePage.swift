/// A page of nodes, checked by itself: its header, and that its nodes fill it exactly once.
///
///     0   8  number of the page
///     8   2  unused
///     10  2  flags: 1 inner nodes, 2 records
///     12  2  lower: the end of the list of nodes
///     14  2  upper: where the nodes begin, the last one that was added first
///     16  2  each: where a node begins, in the order of keys
///
/// Between lower and upper is a gap. A node is 8 bytes, its key and what it has, at an even place:
///
///     0   4  bytes of the value; with the next 2 the number of a child
///     4   2  flags: 1 the value is the number of a run of pages, 2 it describes a table
///     6   2  bytes of the key
///
/// All numbers are in the machine's byte order. Once loaded, nothing that it answers lies outside.
package struct NodePage {
    /// The page's bytes.
    package private(set) var bytes: [UInt8]
    /// Whether it holds records or inner nodes.
    package private(set) var kind = Kind.leaf
    /// Nodes.
    package private(set) var count = 0
    /// The bytes between the list of nodes and the nodes, which mean nothing.
    package private(set) var gap = 0..<0
    /// The size of the node that begins at each even place, while they are checked.
    private var sizes: [UInt16]

    /// What nodes a page has.
    package enum Kind: UInt16, Sendable {
        /// Nodes that lead to other pages.
        case branch = 1
        /// Records.
        case leaf = 2
    }

    /// What a record has besides its key.
    enum Value {
        /// Bytes within the page.
        case bytes(Range<Int>)
        /// So many bytes in pages of their own.
        case run(page: UInt64, byteCount: Int)
        /// What describes a table.
        case tree(Range<Int>)
    }

    private static let headerByteCount = 16
    private static let nodeByteCount = 8
    static let keyByteCountMax = 511

    /// Makes room for pages of a file.
    package init(of file: DataFile) {
        bytes = [UInt8](repeating: 0, count: file.pageByteCount)
        sizes = [UInt16](repeating: 0, count: file.pageByteCount / 2)
    }

    /// Reads a page of the file and checks it by itself.
    package mutating func load(_ number: UInt64, of file: DataFile) throws(PageDefect) {
        count = 0
        try file.read(number, into: &bytes)
        let found: UInt64 = load(0)
        guard found == number else { throw .wrongNumber(found) }
        let flags: UInt16 = load(10)
        guard let kind = Kind(rawValue: flags) else { throw .wrongKind(flags: flags) }
        let (lower, upper) = (Int(load(12) as UInt16), Int(load(14) as UInt16))
        guard lower >= Self.headerByteCount, lower <= upper, upper <= bytes.count,
            lower % 2 == 0, upper % 2 == 0
        else { throw .wrongBounds }
        self.kind = kind
        gap = lower..<upper
        let count = (lower - Self.headerByteCount) / 2
        guard count > 0 else { throw .tooFewNodes }
        try checkNodes(count)
        self.count = count
    }

    /// Finds out whether the nodes lie one behind the other, from the gap to the end.
    private mutating func checkNodes(_ count: Int) throws(PageDefect) {
        for index in sizes.indices { sizes[index] = 0 }
        for index in 0..<count {
            let start = self.start(of: index)
            guard start >= gap.upperBound, start % 2 == 0,
                start + Self.nodeByteCount <= bytes.count
            else { throw .wrongNodes }
            let size = try nodeByteCount(at: start, index)
            guard start + size <= bytes.count, sizes[start / 2] == 0 else { throw .wrongNodes }
            sizes[start / 2] = UInt16(size)
        }
        var place = gap.upperBound
        for _ in 0..<count {
            guard place < bytes.count, sizes[place / 2] > 0 else { throw .wrongNodes }
            place += Int(sizes[place / 2])
        }
        guard place == bytes.count else { throw .wrongNodes }
    }

    private func nodeByteCount(at start: Int, _ index: Int) throws(PageDefect) -> Int {
        let flags: UInt16 = load(start + 4)
        let keyByteCount = Int(load(start + 6) as UInt16)
        var size = Self.nodeByteCount + keyByteCount
        switch kind {
        case .branch:
            // The first node has all that is smaller than the second one's key, and needs none.
            let isKey = (index == 0 ? 0 : 1)...Self.keyByteCountMax ~= keyByteCount
            guard isKey else { throw .badKey }
        case .leaf:
            guard 1...Self.keyByteCountMax ~= keyByteCount else { throw .badKey }
            let byteCount = Int(load(start) as UInt32)
            switch flags {
            case 0: size += byteCount
            case 1: size += 8
            case 2:
                guard byteCount == TreeRecord.byteCount else { throw .badTreeRecord }
                size += byteCount
            default: throw .unknownNode
            }
            guard size <= bytes.count else { throw .wrongNodes }
        }
        return (size + 1) & ~1
    }

    private func start(of index: Int) -> Int {
        Int(load(Self.headerByteCount + 2 * index) as UInt16)
    }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
        unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
    }
}

extension NodePage {
    /// Where the key of a node is.
    func keyRange(of index: Int) -> Range<Int> {
        let start = start(of: index)
        let keyStart = start + Self.nodeByteCount
        return keyStart..<keyStart + Int(load(start + 6) as UInt16)
    }

    /// Lends the key of a node.
    package func withKey<Success>(of index: Int, _ body: (RawSpan) -> Success) -> Success {
        unsafe body(bytes.span.bytes.extracting(keyRange(of: index)))
    }

    /// A copy of the key of a node.
    package func key(of index: Int) -> [UInt8] {
        Array(bytes[keyRange(of: index)])
    }

    /// The page that an inner node leads to.
    func child(of index: Int) -> UInt64 {
        let start = start(of: index)
        return UInt64(load(start) as UInt32) | UInt64(load(start + 4) as UInt16) << 32
    }

    /// What a record has besides its key.
    func value(of index: Int) -> Value {
        let start = start(of: index)
        let end = keyRange(of: index).upperBound
        let byteCount = Int(load(start) as UInt32)
        return switch load(start + 4) as UInt16 {
        case 1: .run(page: load(end), byteCount: byteCount)
        case 2: .tree(end..<end + byteCount)
        default: .bytes(end..<end + byteCount)
        }
    }

    /// Whether all its records describe tables, as only a page of the list of tables has them.
    var describesTables: Bool {
        kind == .leaf
            && (0..<count).allSatisfy { index in
                if case .tree = value(of: index) { true } else { false }
            }
    }
    /// Whether all its records list free pages, with numbers below `end`, as only a page of the
    /// list of free pages has them: what a store keeps does not look like that by chance.
    func listsFreePages(below end: UInt64) -> Bool {
        let bytes = unsafe bytes.span.bytes
        return kind == .leaf
            && (0..<count).allSatisfy { index in
                guard case .bytes(let range) = value(of: index) else { return false }
                let isNamed = bytes.extracting(keyRange(of: index)).freeingTransaction != nil
                return isNamed && bytes.extracting(range).isFreePageList(below: end)
            }
    }
}
