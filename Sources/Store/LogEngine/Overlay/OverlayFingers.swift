internal import StorageEngine

/// Remembers where keys were inserted lately, by their table and first twelve bytes.
///
/// Keys that begin alike mostly come in their order, as the events of one user do: each goes right
/// behind the one before. Others, as the replies to one user on one day, come close to each other.
/// What a finger says is only a hint, for one slot serves many keys; who asks looks whether the
/// place is right. It belongs to the inserting thread.
@safe
struct OverlayFingers: ~Copyable {
    /// Where keys that begin alike were inserted lately, or none.
    struct Finger {
        /// The node that was inserted last.
        var node = Arena.none
        /// The node of two levels or more that was at that place, or before it.
        var tallNode = Arena.none
    }

    private let slots: UnsafeMutablePointer<Finger>
    private let slotCountLog2: Int

    private static let slotCountLog2Max = 18

    /// Makes an empty memory, of a size that suits an overlay of so many nodes.
    init(nodeCountMax: Int) {
        var log2 = 6
        while log2 < Self.slotCountLog2Max, 1 << log2 < nodeCountMax { log2 += 1 }
        slotCountLog2 = log2
        unsafe slots = .allocate(capacity: 1 << log2)
        unsafe slots.initialize(repeating: Finger(), count: 1 << log2)
    }

    deinit {
        unsafe slots.deallocate()
    }

    /// Where a key that begins like this one was inserted last, maybe.
    subscript(key: OverlayKey) -> Finger {
        get { unsafe slots[slot(of: key)] }
        nonmutating set { unsafe slots[slot(of: key)] = newValue }
    }

    private func slot(of key: OverlayKey) -> Int {
        // Fibonacci hashing (Knuth, volume 3, 6.4): the upper bits of a product are well mixed.
        let mixed =
            (key.prefix ^ UInt64(key.table.rawValue) << 56 ^ UInt64(key.following) << 24)
            &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> UInt64(64 - slotCountLog2))
    }
}
