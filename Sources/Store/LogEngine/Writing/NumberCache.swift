internal import StorageEngine

/// The last numbers that owners were given, for the writer, so that they need not be looked up; who
/// owns what is nobody's is 0.
///
/// A slot serves all owners whose numbers end alike, and holds the one that took a number last.
/// There are as many as owners come: twice as many whenever half of them were taken from another.
/// What is known of an owner is never less than what is stored, so no number is given out twice; it
/// may be more, after a change that was undone.
///
/// Unchecked: it belongs to the writer's thread.
final class NumberCache: @unchecked Sendable {
    @exclusivity(unchecked)
    private var slots: [Slot] = []

    private struct Slot {
        var owner: UInt64 = 0
        /// The last number; 0 where nothing is known.
        var last: UInt64 = 0
        /// The first table of the series.
        var table: UInt8 = 0
    }

    /// How often a slot was taken from another owner since there are so many.
    private var takenCount = 0

    private static let slotCountMin = 1_024

    /// Slots at most, in 25 MB: with more owners than that it misses more often.
    static let slotCountMax = 1 << 20

    /// The last number that an owner has of the series that is told by a table; 0 if it is not
    /// known.
    func last(of table: TableID, for owner: UInt64) -> UInt64 {
        guard unsafe !slots.isEmpty else { return 0 }
        let slot = unsafe slots[index(of: owner)]
        return slot.owner == owner && slot.table == table.rawValue ? slot.last : 0
    }

    /// Remembers the last number of an owner.
    func remember(_ last: UInt64, of table: TableID, for owner: UInt64) {
        let slot = Slot(owner: owner, last: last, table: table.rawValue)
        // Who only reads needs none of it.
        if unsafe slots.isEmpty {
            unsafe slots = Array(repeating: Slot(), count: Self.slotCountMin)
        }
        let before = unsafe slots[index(of: owner)]
        if before.last > 0, before.owner != owner { noteTaken() }
        unsafe slots[index(of: owner)] = slot
    }

    private func noteTaken() {
        takenCount += 1
        let count = unsafe slots.count
        guard takenCount * 2 > count, count < Self.slotCountMax else { return }
        let known = unsafe slots
        unsafe slots = Array(repeating: Slot(), count: count * 2)
        takenCount = 0
        for slot in known where slot.last > 0 { unsafe slots[index(of: slot.owner)] = slot }
    }

    // Owners are numbered in turn, so the last bits spread them evenly.
    private func index(of owner: UInt64) -> Int {
        Int(truncatingIfNeeded: owner) & (unsafe slots.count - 1)
    }
}
