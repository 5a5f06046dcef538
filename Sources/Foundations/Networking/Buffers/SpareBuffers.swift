/// Memory that no connection of a loop has bytes in, for the next one that writes.
///
/// A busy loop sends from the same few warm pieces of memory, and an idle connection owns none.
/// Returned to the allocator instead, a large piece would go back to the system in each turn, and
/// come again page fault by page fault, which costs more than sending what it holds.
///
/// Invariants: the first `count` places hold memory and the others hold none; `byteCount` is the
/// sum of their capacities and at most `byteCountMax`.
struct SpareBuffers: ~Copyable {
    private var places = InlineArray<64, ByteQueue> { _ in ByteQueue() }
    private(set) var count = 0
    private(set) var byteCount = 0

    /// How much memory a loop keeps in all: what a few connections have unsent at their
    /// high-water marks.
    static let byteCountMax = 2_097_152

    /// The largest piece that is kept: twice a usual high-water mark, so that no single large
    /// message takes the room of many usual ones.
    static let capacityMax = 524_288

    /// Hands out the piece that was used last, or an empty queue without memory.
    mutating func take() -> ByteQueue {
        var taken = ByteQueue()
        guard count > 0 else { return taken }
        count -= 1
        swap(&taken, &places[count])
        byteCount -= taken.capacity
        return taken
    }

    /// Takes the memory of a queue without bytes, and keeps it or gives it back to the system.
    mutating func keep(_ memory: consuming ByteQueue) {
        precondition(memory.isEmpty, "Only memory without bytes is spare.")
        let isKept =
            (1...Self.capacityMax).contains(memory.capacity)
            && memory.capacity <= Self.byteCountMax - byteCount
            && count < places.count
        guard isKept else { return }
        byteCount += memory.capacity
        places[count] = memory
        count += 1
    }
}
