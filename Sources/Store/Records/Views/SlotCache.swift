internal import StorageEngine

/// Remembers the last value of each key, as far as a fixed number of slots goes.
///
/// A slot serves all keys whose slot numbers end alike; of those it holds the one that was set
/// last, and knows which one that is. It is for one thread.
@usableFromInline
package struct SlotCache<Key: SlotKey, Value>: ~Copyable {
    @usableFromInline
    let slots: UnsafeMutablePointer<(key: Key, value: Value)?>
    @usableFromInline
    let slotCount: Int

    /// Makes an empty cache; the number of its slots is a power of two.
    @inlinable
    package init(slotCount: Int) {
        precondition(slotCount > 0 && slotCount & (slotCount - 1) == 0, "A power of two.")
        self.slotCount = slotCount
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: nil, count: slotCount)
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
        nonmutating set {
            let index = index(of: key)
            if let newValue {
                slots[index] = (key, newValue)
            } else if slots[index]?.key == key {
                slots[index] = nil
            }
        }
    }

    /// Forgets everything.
    @inlinable
    package func removeAll() {
        for index in 0..<slotCount { slots[index] = nil }
    }

    @inlinable
    func index(of key: Key) -> Int {
        Int(truncatingIfNeeded: key.slotNumber) & (slotCount - 1)
    }
}

/// Names a value in a `SlotCache`.
@usableFromInline
package protocol SlotKey: Equatable {
    /// A number whose last bits spread the keys that occur over the slots.
    var slotNumber: UInt64 { get }
}
