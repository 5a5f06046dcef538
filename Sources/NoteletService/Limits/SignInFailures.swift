internal import Domain
internal import Locking

/// Slows down who guesses the password of one account, wherever the guesses come from.
///
/// Some attempts are free; then each has to wait for twice as long after the one before, up to a
/// bound; and a day has only so many. Accounts that do not exist are treated alike.
///
/// Nobody must be able to lock a person out by guessing wrong. So an address from which somebody
/// signed in to the account is *known*: it has attempts of its own, which those of strangers do not
/// touch. All is kept in memory, by keyed digests, in a table that does not grow: where a set of
/// eight entries is full, the one with the fewest failures is forgotten.
package final class SignInFailures: Sendable {
    private let now: MillisecondClock
    private let state: Mutex<State>

    /// How many wrong passwords there may be.
    package struct Limits: Hashable, Sendable {
        /// Attempts that need not wait: as often as people mistype.
        package var freeCount = 5
        /// Attempts in a day (NIST SP 800-63B-4, 3.2.2: no more than 100).
        package var countPerDayMax = 100
        /// The longest wait from one attempt to the next, in seconds.
        package var delaySecondsMax = 900

        /// Uses the defaults.
        package init() {}
    }

    /// What is known of one key; all zero when nothing is.
    fileprivate struct Entry {
        var digest: UInt64 = 0
        /// Attempts since `began`, each of which counts as a failure until it succeeds.
        var count = 0
        /// When the entry ends.
        var end: UInt64 = 0
        /// Before this no further attempt is made.
        var notBefore: UInt64 = 0
    }

    fileprivate struct State {
        var limits: Limits?
        var entries: [Entry]
    }

    fileprivate static let entryCountPerSet = 8
    fileprivate static let dayMilliseconds: UInt64 = 86_400_000
    /// How long an address stays known: as long as a refresh token that is not used.
    private static let knownMilliseconds: UInt64 = 30 * dayMilliseconds

    /// Makes an empty table of `setCount` sets, a power of two; the usual one has 512 KiB.
    init(_ now: @escaping MillisecondClock, setCount: Int = 2_048) {
        precondition(setCount > 0 && setCount & (setCount - 1) == 0, "A power of two.")
        self.now = now
        let entries = [Entry](repeating: Entry(), count: setCount * Self.entryCountPerSet)
        state = Mutex(State(limits: nil, entries: entries))
    }

    /// Replaces the limits; nil lets everything through.
    func set(_ limits: Limits?) {
        state.withLock { $0.limits = limits }
    }

    /// Counts an attempt, before the password is checked.
    ///
    /// - Parameters:
    ///   - account: The account that is tried.
    ///   - device: The account tried from this address.
    /// - Throws: `rateLimited`.
    func attempt(_ account: RateKey, from device: RateKey) throws(DomainError) {
        let now = now()
        let milliseconds = state.withLock { state -> UInt64 in
            guard let limits = state.limits else { return 0 }
            // A known address that has used up its own attempts is a stranger again.
            let known = state.index(of: device, now).map { state.entries[$0].count }
            let isKnown = known.map { $0 < limits.countPerDayMax } ?? false
            return state.attempt(isKnown ? device : account, limits, now)
        }
        guard milliseconds > 0 else { return }
        throw .refused(.rateLimited(retryAfterSeconds: Int((milliseconds + 999) / 1_000)))
    }

    /// Notes that an attempt was no failure: its address is known from now on.
    func succeed(_ account: RateKey, from device: RateKey) {
        let now = now()
        state.withLock { state in
            guard state.limits != nil else { return }
            // What strangers did stays counted, unless this was taken for a stranger's attempt.
            if state.index(of: device, now) == nil, let index = state.index(of: account, now) {
                state.entries[index] = Entry()
            }
            let index = state.index(of: device, now) ?? state.indexToReplace(for: device, now)
            state.entries[index] = Entry(
                digest: device.digest,
                end: now + Self.knownMilliseconds
            )
        }
    }
}

extension SignInFailures.State {
    /// The entry of a key; nil when nothing is known of it, or no longer.
    fileprivate func index(of key: RateKey, _ now: UInt64) -> Int? {
        set(of: key).first { entries[$0].digest == key.digest && entries[$0].end > now }
    }

    /// The place for a new entry: a free one, or that of the fewest failures, the oldest of them.
    fileprivate func indexToReplace(for key: RateKey, _ now: UInt64) -> Int {
        let set = set(of: key)
        func rank(_ entry: SignInFailures.Entry) -> (Int, UInt64) {
            entry.end > now ? (entry.count, entry.end) : (-1, 0)
        }
        return set.dropFirst().reduce(set.lowerBound) { best, index in
            rank(entries[index]) < rank(entries[best]) ? index : best
        }
    }

    /// Counts an attempt, or says for how many milliseconds there is none.
    fileprivate mutating func attempt(
        _ key: RateKey,
        _ limits: SignInFailures.Limits,
        _ now: UInt64
    ) -> UInt64 {
        let known = index(of: key, now)
        let index = known ?? indexToReplace(for: key, now)
        if known == nil {
            let end = now + SignInFailures.dayMilliseconds
            entries[index] = SignInFailures.Entry(digest: key.digest, end: end)
        }
        var entry = entries[index]
        guard entry.notBefore <= now else { return entry.notBefore - now }
        guard entry.count < limits.countPerDayMax else { return max(entry.end, now + 1) - now }
        entry.count += 1
        let beyondFreeCount = entry.count - limits.freeCount
        if beyondFreeCount >= 0 {
            let seconds = min(1 << min(beyondFreeCount, 30), limits.delaySecondsMax)
            entry.notBefore = now + UInt64(seconds) * 1_000
        }
        entries[index] = entry
        return 0
    }

    private func set(of key: RateKey) -> Range<Int> {
        let setCount = entries.count / SignInFailures.entryCountPerSet
        let first = Int(key.digest & UInt64(setCount - 1)) * SignInFailures.entryCountPerSet
        return first..<first + SignInFailures.entryCountPerSet
    }
}
