internal import Domain
internal import Locking
internal import Records
internal import Serving

/// Remembers from where guests sent notes lately, so that who is not wanted any more can be known
/// by that when coming back as another guest.
///
/// Both guests and addresses are keyed digests, as for the limits: nobody's address is kept, and
/// all is forgotten with the process. Memory does not grow: each guest has one of the eight places
/// of a set, and where all are taken, the guest who wrote the longest ago is forgotten.
final class GuestOrigins: Sendable {
    private let state: Mutex<[Entry]>
    private let setCount: Int

    private struct Entry {
        var guest: UInt64 = 0
        var origin: RateKey?
        /// The first receiver who blocked the guest.
        var blocker: UInt64?
    }

    private static let placeCountPerSet = 8

    /// Remembers nobody, in `setCount` sets, a power of two; 1,024 have 8,192 guests in 320 KiB.
    init(setCount: Int = 1_024) {
        precondition(setCount > 0 && setCount & (setCount - 1) == 0, "A power of two.")
        self.setCount = setCount
        state = Mutex([Entry](repeating: Entry(), count: setCount * Self.placeCountPerSet))
    }

    /// Notes from where a guest sends.
    func note(_ guest: UserNumber, at origin: RateKey) {
        let digest = RateKey(guest).digest
        let set = set(of: digest)
        state.withLock { places in
            // The one who wrote last stands first.
            let known = set.first { places[$0].guest == digest }
            let blocker = known.flatMap { places[$0].blocker }
            for index in (set.lowerBound..<(known ?? set.upperBound - 1)).reversed() {
                places[index + 1] = places[index]
            }
            places[set.lowerBound] = Entry(guest: digest, origin: origin, blocker: blocker)
        }
    }

    /// From where a guest sent last; nil if that is not known, or no longer.
    func origin(of guest: UserNumber) -> RateKey? {
        let digest = RateKey(guest).digest
        let set = set(of: digest)
        return state.withLock { places in
            set.first { places[$0].guest == digest }.flatMap { places[$0].origin }
        }
    }

    /// Notes who does not want to hear of a guest any more, and answers whether those are an
    /// operator, or two receivers.
    func isUnwelcomeToMany(_ unwelcome: UnwelcomeGuest) -> Bool {
        guard let receiver = unwelcome.receiver else { return true }
        let (digest, blocker) = (RateKey(unwelcome.guest).digest, RateKey(receiver).digest)
        let set = set(of: digest)
        return state.withLock { places in
            guard let place = set.first(where: { places[$0].guest == digest }) else { return false }
            if let first = places[place].blocker { return first != blocker }
            places[place].blocker = blocker
            return false
        }
    }

    private func set(of digest: UInt64) -> Range<Int> {
        let first = Int(digest & UInt64(setCount - 1)) * Self.placeCountPerSet
        return first..<first + Self.placeCountPerSet
    }
}
