/// Counts of attempts by keys, each for a time, in memory that does not grow.
///
/// A key has one of the eight places of a set. Where all eight are taken, one is forgotten.
struct AttemptTable: Sendable {
    private var places: [Entry]

    private static let placeCountPerSet = 8

    /// What is known of one key; a free place has one that has ended.
    struct Entry: Sendable {
        /// The digest of the key.
        let digest: UInt64
        /// Attempts, each of which counts as a failure until it succeeds.
        var count = 0
        /// When the entry ends, in milliseconds.
        let end: UInt64
        /// Before this no further attempt is made, in milliseconds.
        var notBefore: UInt64 = 0

        init(_ key: RateKey, end: UInt64) {
            digest = key.digest
            self.end = end
        }

        fileprivate init() {
            digest = 0
            end = 0
        }
    }

    /// Makes an empty table of `setCount` sets, a power of two; one of 2,048 has 512 KiB.
    init(setCount: Int) {
        precondition(setCount > 0 && setCount & (setCount - 1) == 0, "A power of two.")
        places = [Entry](repeating: Entry(), count: setCount * Self.placeCountPerSet)
    }

    /// The entry in a place.
    subscript(place: Int) -> Entry {
        get { places[place] }
        set { places[place] = newValue }
    }

    /// Finds the entry of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - owner: The key whose set it is in.
    ///   - now: The time in milliseconds.
    /// - Returns: Where it is; nil when nothing is known of the key, or no longer.
    func place(of key: RateKey, inSetOf owner: RateKey, at now: UInt64) -> Int? {
        set(of: owner).first { places[$0].digest == key.digest && places[$0].end > now }
    }

    /// Adds the entry of a key that has none.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - owner: The key whose set it goes to.
    ///   - now: The time in milliseconds.
    ///   - isForgottenFirst: Which of two entries goes first when there is no free place.
    /// - Returns: Where it is now.
    @discardableResult
    mutating func insert(
        _ entry: Entry,
        inSetOf owner: RateKey,
        at now: UInt64,
        isForgottenFirst: (Entry, Entry) -> Bool
    ) -> Int {
        let set = set(of: owner)
        let free = set.first { places[$0].end <= now }
        let last = set.min { isForgottenFirst(places[$0], places[$1]) }
        let place = free ?? last ?? set.lowerBound
        places[place] = entry
        return place
    }

    /// Frees a place.
    mutating func remove(at place: Int) {
        places[place] = Entry()
    }

    private func set(of owner: RateKey) -> Range<Int> {
        let setCount = places.count / Self.placeCountPerSet
        let first = Int(owner.digest & UInt64(setCount - 1)) * Self.placeCountPerSet
        return first..<first + Self.placeCountPerSet
    }
}
