internal import StorageEngine

/// Remembers the last value of each key, as far as its slots go.
///
/// A slot serves all keys whose slot numbers end alike; of those it holds the one that was set
/// last, and knows which one that is. There are as many slots as keys come, twice as many whenever
/// half of them were taken from another key, up to a fixed number. It is for one thread.
@usableFromInline
package struct SlotCache<Key: SlotKey, Value>: ~Copyable {
    @usableFromInline
    var slots: UnsafeMutablePointer<(key: Key, value: Value)?>
    @usableFromInline
    var slotCount: Int
    @usableFromInline
    let slotCountMax: Int
    /// How often a slot was taken from another key since there are so many.
    @usableFromInline
    var takenCount = 0

    /// Slots of an empty cache, if it may have as many.
    @usableFromInline
    static var slotCountMin: Int { 1_024 }

    /// Makes an empty cache; the greatest number of its slots is a power of two.
    @inlinable
    package init(slotCountMax: Int) {
        precondition(slotCountMax > 0 && slotCountMax & (slotCountMax - 1) == 0, "A power of two.")
        self.slotCountMax = slotCountMax
        slotCount = min(slotCountMax, Self.slotCountMin)
        slots = Self.emptySlots(slotCount)
    }

    @inlinable
    deinit {
        slots.deinitialize(count: slotCount)
        slots.deallocate()
    }

    /// The value of a key; nil if it is not known, or no longer.
    ///
    /// Setting nil forgets the value, and leaves that of another key in the same slot.
    @inlinable
    package subscript(key: Key) -> Value? {
        get {
            guard let entry = slots[index(of: key)], entry.key == key else { return nil }
            return entry.value
        }
        set {
            let isTaken = slots[index(of: key)].map { $0.key != key } ?? false
            if let newValue {
                if isTaken { noteTaken() }
                slots[index(of: key)] = (key, newValue)
            } else if !isTaken {
                slots[index(of: key)] = nil
            }
        }
    }

    /// Forgets everything, and gives the memory back.
    @inlinable
    package mutating func removeAll() {
        slots.deinitialize(count: slotCount)
        slots.deallocate()
        slotCount = min(slotCountMax, Self.slotCountMin)
        slots = Self.emptySlots(slotCount)
        takenCount = 0
    }

    @inlinable
    func index(of key: Key) -> Int {
        Int(truncatingIfNeeded: key.slotNumber) & (slotCount - 1)
    }

    @inlinable
    mutating func noteTaken() {
        guard slotCount < slotCountMax else { return }
        takenCount += 1
        if takenCount * 2 > slotCount { grow() }
    }

    // Inlinable as all of it: half a million slots are moved where the types are known.
    @inlinable
    mutating func grow() {
        let (known, count) = (slots, slotCount)
        slotCount *= 2
        slots = Self.emptySlots(slotCount)
        takenCount = 0
        for index in 0..<count {
            if let entry = known[index] { slots[self.index(of: entry.key)] = entry }
        }
        known.deinitialize(count: count)
        known.deallocate()
    }

    @inlinable
    static func emptySlots(_ count: Int) -> UnsafeMutablePointer<(key: Key, value: Value)?> {
        let slots = UnsafeMutablePointer<(key: Key, value: Value)?>.allocate(capacity: count)
        slots.initialize(repeating: nil, count: count)
        return slots
    }
}

/// Names a value in a `SlotCache`.
@usableFromInline
package protocol SlotKey: Equatable {
    /// A number whose last bits spread the keys that occur over the slots.
    var slotNumber: UInt64 { get }
}
