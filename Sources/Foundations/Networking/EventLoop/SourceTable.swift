/// The sources of a loop, found by the tag that their events carry.
///
/// A tag is a slot and the slot's generation. Leaving a slot raises its generation, so that an
/// event of a closed descriptor finds nothing, even when slot and descriptor are in use again.
struct SourceTable {
    private var slots: [Slot] = []
    private var freeIndexes: [UInt32] = []

    private struct Slot {
        var generation: UInt32
        var source: (any EventSource)?
    }

    /// Takes a slot and returns its tag.
    mutating func insert(_ source: any EventSource) -> UInt64 {
        if let index = freeIndexes.popLast() {
            slots[Int(index)].source = source
            return Self.tag(index, slots[Int(index)].generation)
        }
        let index = UInt32(slots.count)
        slots.append(Slot(generation: 0, source: source))
        return Self.tag(index, 0)
    }

    /// Leaves a slot; a tag that is no longer valid changes nothing.
    mutating func remove(_ tag: UInt64) {
        guard self[tag] != nil else { return }
        let index = UInt32(truncatingIfNeeded: tag)
        slots[Int(index)].source = nil
        slots[Int(index)].generation &+= 1
        freeIndexes.append(index)
    }

    /// The source with this tag, unless it has left.
    subscript(tag: UInt64) -> (any EventSource)? {
        let index = Int(UInt32(truncatingIfNeeded: tag))
        guard index < slots.count, slots[index].generation == UInt32(tag >> 32) else { return nil }
        return slots[index].source
    }

    /// All sources, in no particular order.
    var all: [any EventSource] { slots.compactMap(\.source) }

    private static func tag(_ index: UInt32, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(index)
    }
}
