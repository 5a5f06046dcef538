internal import Locking
internal import StorageEngine

/// Finds the last node of each group: of the keys of a table that begin with the same eight bytes.
///
/// A group is nearly always what one person has in a table. Of whom nothing is here, a range is
/// known to be empty without a search; where something is, the newest is at hand, for readers as
/// for the inserting thread, whose keys mostly come behind all others of their group.
///
/// Open addressing over a fixed number of slots; one thread adds, many look up at the same time. A
/// slot holds the last node and, for the inserting thread, the last of two levels or more before or
/// at it.
@safe
struct OverlayGroups: ~Copyable {
    /// What is known of a group.
    struct Group {
        /// Its greatest key's node.
        let last: Arena.Offset
        /// The node of two levels or more that is at that place, or before it; maybe of another
        /// group.
        let tallNode: Arena.Offset
    }

    let memory: OverlayMemory
    private let slots: UnsafeMutablePointer<Atomic<UInt64>>
    private let slotCountLog2: Int

    /// Makes room for the groups of so many nodes, in memory that `spare` has.
    init(nodeCountMax: Int, from spare: SpareMemory) {
        var log2 = 6
        // A third stays empty, so that searches are short even if each node is a group.
        while (1 << log2) / 3 * 2 < nodeCountMax { log2 += 1 }
        slotCountLog2 = log2
        let slotCount = 1 << log2
        memory = spare.take(byteCount: slotCount * MemoryLayout<Atomic<UInt64>>.stride)
        memory.clear()
        unsafe slots = unsafe memory.base.bindMemory(to: Atomic<UInt64>.self, capacity: slotCount)
    }

    /// The group of a key; nil while it has none.
    @inline(__always)
    func group(of key: OverlayKey, in arena: borrowing Arena) -> Group? {
        let slot = unsafe slots[index(of: key, in: arena)].load(ordering: .acquiring)
        return slot == 0 ? nil : Group(slot)
    }

    /// Makes a node that is linked the last one of its group.
    func put(_ group: Group, of key: OverlayKey, in arena: borrowing Arena) {
        unsafe slots[index(of: key, in: arena)].store(group.slot, ordering: .releasing)
    }

    /// Where the group of a key is, or would be.
    @inline(__always)
    private func index(of key: OverlayKey, in arena: borrowing Arena) -> Int {
        // Fibonacci hashing (Knuth, volume 3, 6.4): the upper bits of a product are well mixed.
        let mixed =
            (key.prefix ^ UInt64(key.table.rawValue) << 56) &* 0x9E37_79B9_7F4A_7C15
        var index = Int(truncatingIfNeeded: mixed >> UInt64(64 - slotCountLog2))
        while true {
            let slot = unsafe slots[index].load(ordering: .acquiring)
            if slot == 0 || key.isOfGroup(of: Group(slot).last, in: arena) { return index }
            index = (index + 1) & (1 << slotCountLog2 - 1)
        }
    }
}

extension OverlayGroups.Group {
    fileprivate init(_ slot: UInt64) {
        last = Arena.Offset(truncatingIfNeeded: slot)
        tallNode = Arena.Offset(truncatingIfNeeded: slot >> 32)
    }

    fileprivate var slot: UInt64 { UInt64(tallNode) << 32 | UInt64(last) }
}
