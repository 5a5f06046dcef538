internal import Locking

/// Counts how often each of many keys did something, in memory that does not grow, without a lock.
///
/// For each key one number is kept, the time at which its allowance will be whole again (the
/// generic cell rate algorithm), beside a few bits that tell keys apart. Such a number that lies in
/// the past says nothing, so that entries need no clearing.
///
/// Keys are digests. The lowest bits choose a set of eight places, which is one cache line. Where
/// all eight are taken, **the one whose allowance is nearest to being whole is forgotten**: nobody
/// is refused because a table is full, and whoever did most is remembered longest. To have itself
/// forgotten, an attacker needs others who did more than it, in its own set, which it cannot know.
///
/// `@unchecked Sendable`: what lies behind the pointer are atomics, which live as long as the
/// table.
final class RateTable: @unchecked Sendable {
    /// Each an entry: 24 bits of the key, and 40 bits of time in milliseconds (34 years).
    private let places: UnsafeMutablePointer<Atomic<UInt64>>
    private let setMask: UInt64

    /// Places in a set: 64 bytes.
    private static let placeCountPerSet = 8
    private static let timeBitCount: UInt64 = 40
    private static let timeMask = (UInt64(1) << timeBitCount) - 1

    /// Makes an empty table of `setCount` sets, a power of two.
    ///
    /// The usual one, of 128 KiB, remembers 16,384 keys: some thousand addresses at a time are a
    /// busy day for one server, and a flood from more is not stopped by counting addresses.
    init(setCount: Int = 2_048) {
        precondition(setCount > 0 && setCount & (setCount - 1) == 0, "A power of two.")
        setMask = UInt64(setCount - 1)
        let placeCount = setCount * Self.placeCountPerSet
        places = .allocate(capacity: placeCount)
        for index in 0..<placeCount { (places + index).initialize(to: Atomic(0)) }
    }

    deinit {
        places.deinitialize(count: (Int(setMask) + 1) * Self.placeCountPerSet)
        places.deallocate()
    }

    /// Takes something from the allowance of a key.
    ///
    /// - Parameters:
    ///   - key: A digest.
    ///   - interval: The time in which as much is added to the allowance, in milliseconds.
    ///   - period: The time in which the whole allowance is added, in milliseconds.
    ///   - now: The time in milliseconds, which never goes back.
    /// - Returns: How many milliseconds are to be waited for it, or 0 if it was taken.
    func take(_ key: UInt64, interval: UInt64, period: UInt64, now: UInt64) -> UInt64 {
        precondition(now + period <= Self.timeMask, "Time is counted from a recent moment.")
        let set = places + Int(key & setMask) * Self.placeCountPerSet
        let tag = key >> Self.timeBitCount
        while true {
            let (place, entry) = Self.find(tag, in: set)
            let isKnown = entry >> Self.timeBitCount == tag
            let next = max(isKnown ? entry & Self.timeMask : 0, now) + interval
            guard next <= now + period else { return next - now - period }
            let (isTaken, _) = place.pointee.compareExchange(
                expected: entry,
                desired: tag << Self.timeBitCount | next & Self.timeMask,
                ordering: .relaxed
            )
            if isTaken { return 0 }
        }
    }

    /// Leaves so much of the allowance of a key and no more, as if the rest had been taken.
    ///
    /// - Parameters:
    ///   - key: A digest.
    ///   - remainder: The time in which what is left is added to the allowance, in milliseconds.
    ///   - period: The time in which the whole allowance is added, in milliseconds.
    ///   - now: The time in milliseconds, which never goes back.
    func leave(_ key: UInt64, remainder: UInt64, period: UInt64, now: UInt64) {
        precondition(now + period <= Self.timeMask, "Time is counted from a recent moment.")
        let set = places + Int(key & setMask) * Self.placeCountPerSet
        let tag = key >> Self.timeBitCount
        let next = now + period - min(remainder, period)
        while true {
            let (place, entry) = Self.find(tag, in: set)
            let isKnown = entry >> Self.timeBitCount == tag
            guard !isKnown || entry & Self.timeMask < next else { return }
            let (isTaken, _) = place.pointee.compareExchange(
                expected: entry,
                desired: tag << Self.timeBitCount | next & Self.timeMask,
                ordering: .relaxed
            )
            if isTaken { return }
        }
    }

    /// The place of a key, or the one to forget for it, and what is there.
    private static func find(
        _ tag: UInt64,
        in set: UnsafeMutablePointer<Atomic<UInt64>>
    ) -> (UnsafeMutablePointer<Atomic<UInt64>>, UInt64) {
        var (oldest, oldestEntry) = (set, UInt64.max)
        for place in set..<set + placeCountPerSet {
            let entry = place.pointee.load(ordering: .relaxed)
            if entry >> timeBitCount == tag { return (place, entry) }
            if entry & timeMask < oldestEntry & timeMask { (oldest, oldestEntry) = (place, entry) }
        }
        return (oldest, oldestEntry)
    }
}
