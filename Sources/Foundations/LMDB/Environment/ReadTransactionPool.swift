import CLMDB
import Glibc
import Synchronization

/// Idle read transactions, reset and ready to be renewed.
///
/// Beginning a read transaction takes LMDB's reader mutex to find a slot; renewing one that
/// kept its slot takes no lock at all. Neither does this pool: each place is swapped atomically.
struct ReadTransactionPool: ~Copyable, Sendable {
    /// Idle transactions kept at most; each holds one slot of the reader table.
    static let capacity = 32

    private let places: InlineArray<32, Place>

    /// One idle transaction or none, alone on its cache line.
    private struct Place: ~Copyable, Sendable {
        let handle = Atomic<UInt>(0)
        let padding: InlineArray<7, UInt> = .init(repeating: 0)
    }

    init() {
        places = InlineArray { _ in Place() }
    }

    /// Takes an idle transaction, from this thread's usual place if it can.
    func take() -> OpaquePointer? {
        let start = Self.threadPlace
        for step in 0..<Self.capacity {
            let index = (start &+ step) % Self.capacity
            guard places[index].handle.load(ordering: .relaxed) != 0 else { continue }
            let bits = places[index].handle.exchange(0, ordering: .sequentiallyConsistent)
            if bits != 0 { return unsafe OpaquePointer(bitPattern: bits) }
        }
        return nil
    }

    /// Keeps a reset transaction; answers the one that found no place, for the caller to abort.
    func give(_ handle: OpaquePointer) -> OpaquePointer? {
        var bits = UInt(bitPattern: handle)
        let start = Self.threadPlace
        for step in 0..<Self.capacity {
            let index = (start &+ step) % Self.capacity
            bits = places[index].handle.exchange(bits, ordering: .sequentiallyConsistent)
            if bits == 0 { return nil }
        }
        return unsafe OpaquePointer(bitPattern: bits)
    }

    /// Spreads threads over the places: descriptors of threads differ in their middle bits.
    private static var threadPlace: Int {
        let mixed = UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 59)
    }
}
