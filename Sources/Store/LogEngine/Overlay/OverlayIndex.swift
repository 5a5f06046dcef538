internal import Locking

/// Finds the nodes of an overlay by the hash of their keys, without looking at the order.
///
/// Open addressing over a fixed number of slots; one thread adds, many look up at the same time.
/// A slot holds half of a hash and the node's place, in one word that is written once.
@safe
struct OverlayIndex: ~Copyable {
    let memory: OverlayMemory
    private let slots: UnsafeMutablePointer<Atomic<UInt64>>
    private let slotCount: Int
    private let count: UnsafeMutablePointer<Int>

    /// Makes room for so many nodes, in memory that `spare` has.
    init(nodeCountMax: Int, from spare: SpareMemory) {
        var slotCount = 64
        while slotCount / 4 * 3 < nodeCountMax { slotCount *= 2 }
        self.slotCount = slotCount
        unsafe count = .allocate(capacity: 1)
        unsafe count.initialize(to: 0)
        memory = spare.take(byteCount: slotCount * MemoryLayout<Atomic<UInt64>>.stride)
        memory.clear()
        unsafe slots = unsafe memory.base.bindMemory(to: Atomic<UInt64>.self, capacity: slotCount)
    }

    deinit {
        unsafe count.deallocate()
    }

    /// How many nodes were added; for the adding thread, or once it adds no more.
    var nodeCount: Int { unsafe count.pointee }

    /// Whether so many nodes more leave a quarter of the slots empty, so that searches stay short.
    func hasRoom(for count: Int) -> Bool {
        nodeCount + count <= slotCount / 4 * 3
    }

    /// The first node with this hash for which `isMatch` holds.
    @inline(__always)
    func find(_ hash: UInt64, _ isMatch: (Arena.Offset) -> Bool) -> Arena.Offset? {
        var index = Int(truncatingIfNeeded: hash) & (slotCount - 1)
        while true {
            let slot = unsafe slots[index].load(ordering: .acquiring)
            if slot == 0 { return nil }
            let node = Arena.Offset(truncatingIfNeeded: slot)
            if slot >> 32 == hash >> 32, isMatch(node) { return node }
            index = (index + 1) & (slotCount - 1)
        }
    }

    /// Adds a node that is complete.
    func insert(_ node: Arena.Offset, hash: UInt64) {
        precondition(hasRoom(for: 1), "The index is full.")
        var index = Int(truncatingIfNeeded: hash) & (slotCount - 1)
        while unsafe slots[index].load(ordering: .relaxed) != 0 {
            index = (index + 1) & (slotCount - 1)
        }
        unsafe slots[index].store((hash >> 32) << 32 | UInt64(node), ordering: .releasing)
        unsafe count.pointee += 1
    }
}
