internal import Glibc
internal import StorageEngine

/// Where the parts of a node lie, in bytes from its place.
///
/// A node is written once, but for its links: to its newest version, to the node before it, and
/// to the next one on each of its levels.
enum Node {
    /// The first eight bytes of the key as a number, for comparing most keys at one glance.
    static let prefix = 0
    static let version = 8
    static let previous = 12
    static let table = 16
    static let keyByteCount = 17
    static let height = 18

    static func next(_ level: Int) -> Int { 20 + 4 * level }

    static func key(height: Int) -> Int { next(height) }

    static func byteCount(height: Int, key: Int) -> Int { self.key(height: height) + key }

    /// The key of a node.
    @inline(__always)
    static func key(
        of node: Arena.Offset,
        in arena: borrowing Arena
    ) -> UnsafeRawBufferPointer {
        let count: UInt8 = arena.load(node, keyByteCount)
        let height: UInt8 = arena.load(node, self.height)
        return unsafe UnsafeRawBufferPointer(
            start: arena.pointer(node, key(height: Int(height))),
            count: Int(count)
        )
    }
}

/// Where the parts of a version lie, in bytes from its place; written once.
enum Version {
    static let batch = 0
    static let older = 8
    static let valueByteCount = 12
    static let headerByteCount = 16

    /// The byte count that stands for a delete.
    static let deleted = UInt32.max
}

/// A key that is looked for, with what makes comparing fast.
@safe
struct OverlayKey {
    let table: TableID
    let bytes: UnsafeRawBufferPointer
    let prefix: UInt64

    init(_ table: TableID, _ bytes: UnsafeRawBufferPointer) {
        self.table = table
        unsafe self.bytes = unsafe bytes
        if bytes.count >= 8 {
            prefix = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        } else {
            var prefix: UInt64 = 0
            for unsafe(index, byte) in unsafe bytes.enumerated() {
                prefix |= UInt64(byte) << UInt64(56 - 8 * index)
            }
            self.prefix = prefix
        }
    }

    /// Whether the key of a node is of the same table and begins with the same eight bytes.
    @inline(__always)
    func isOfGroup(of node: Arena.Offset, in arena: borrowing Arena) -> Bool {
        let table: UInt8 = arena.load(node, Node.table)
        let prefix: UInt64 = arena.load(node, Node.prefix)
        return table == self.table.rawValue && prefix == self.prefix
    }

    /// Whether this is the key of a node.
    @inline(__always)
    func isKey(of node: Arena.Offset, in arena: borrowing Arena) -> Bool {
        guard isOfGroup(of: node, in: arena) else { return false }
        let key = unsafe Node.key(of: node, in: arena)
        return unsafe key.count == bytes.count && compareRest(key) == 0
    }

    /// Whether this key is the node's or a smaller one.
    @inline(__always)
    func isAtMost(_ node: Arena.Offset, in arena: borrowing Arena) -> Bool {
        let table: UInt8 = arena.load(node, Node.table)
        if table != self.table.rawValue { return self.table.rawValue < table }
        let prefix: UInt64 = arena.load(node, Node.prefix)
        if prefix != self.prefix { return self.prefix < prefix }
        let key = unsafe Node.key(of: node, in: arena)
        let order = unsafe compareRest(key)
        return unsafe order == 0 ? bytes.count <= key.count : order < 0
    }

    /// Compares what follows equal prefixes, as far as both keys go.
    @inline(__always)
    private func compareRest(_ key: UnsafeRawBufferPointer) -> Int32 {
        let common = unsafe min(bytes.count, key.count)
        guard common > 8, let own = unsafe bytes.baseAddress, let other = key.baseAddress else {
            return 0
        }
        return unsafe memcmp(own + 8, other + 8, common - 8)
    }
}

/// Heights of skip list nodes: an eighth of those that reach a level reach the next one.
///
/// A node of one level, whose place its group shows, is linked without a search. Of those that are
/// searched for, the few steps more on each level cost less than having twice as many of them.
struct HeightSource {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next(max: Int) -> Int {
        // Marsaglia's xorshift; nobody gains by guessing it, for keys choose no heights.
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return min(max, 1 + (state | 1 << 62).trailingZeroBitCount / 3)
    }
}
