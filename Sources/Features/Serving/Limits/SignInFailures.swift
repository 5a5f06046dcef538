package import Domain
internal import Locking

/// Slows down who guesses the password of one account, wherever the guesses come from.
///
/// Some attempts are free; then each has to wait for twice as long after the one before, up to a
/// bound; and a day has only so many. Accounts that do not exist are treated alike.
///
/// Nobody must be able to lock a person out by guessing wrong. So an address from which somebody
/// signed in to the account is *known*: it has attempts of its own, which those of strangers do not
/// touch. All is kept in memory, by keyed digests, in two tables that do not grow:
/// - where there is no place for the guesses at one more account, the account with the fewest is
///   forgotten;
/// - the known addresses of an account have a set of eight places, which few other accounts share,
///   and the one whose last success is the longest ago is forgotten. So guesses never make a known
///   address forgotten, and whoever signs in from many addresses loses only its own.
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

    private struct State {
        var limits: Limits?
        /// The attempts at each account from addresses that are not known.
        var strangers: AttemptTable
        /// The attempts from each known address, in the set of its account.
        var known: AttemptTable
    }

    private static let dayMilliseconds: UInt64 = 86_400_000
    /// How long an address stays known: as long as a refresh token that is not used.
    private static let knownMilliseconds: UInt64 = 30 * dayMilliseconds

    /// Knows of no attempt, in two tables of `setCount` sets, a power of two.
    init(_ now: @escaping MillisecondClock, setCount: Int = 2_048) {
        self.now = now
        let table = AttemptTable(setCount: setCount)
        state = Mutex(State(limits: nil, strangers: table, known: table))
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
    package func attempt(_ account: RateKey, from device: RateKey) throws(DomainError) {
        let now = now()
        let milliseconds = state.withLock { state -> UInt64 in
            guard let limits = state.limits else { return 0 }
            // A known address that has used up its own attempts is a stranger again.
            if let place = state.known.place(of: device, inSetOf: account, at: now),
                state.known[place].count < limits.countPerDayMax
            {
                return state.known[place].attempt(limits, now)
            }
            let place =
                state.strangers.place(of: account, inSetOf: account, at: now)
                ?? state.strangers.insert(
                    AttemptTable.Entry(account, end: now + Self.dayMilliseconds),
                    inSetOf: account,
                    at: now
                ) { ($0.count, $0.end) < ($1.count, $1.end) }
            return state.strangers[place].attempt(limits, now)
        }
        guard milliseconds > 0 else { return }
        throw .refused(.rateLimited(retryAfterSeconds: Int((milliseconds + 999) / 1_000)))
    }

    /// Notes that an attempt was no failure: its address is known from now on.
    package func succeed(_ account: RateKey, from device: RateKey) {
        let now = now()
        state.withLock { state in
            guard state.limits != nil else { return }
            let entry = AttemptTable.Entry(device, end: now + Self.knownMilliseconds)
            if let place = state.known.place(of: device, inSetOf: account, at: now) {
                state.known[place] = entry
                return
            }
            state.known.insert(entry, inSetOf: account, at: now) { $0.end < $1.end }
            // What strangers did stays counted, unless this was taken for a stranger's attempt.
            if let place = state.strangers.place(of: account, inSetOf: account, at: now) {
                state.strangers.remove(at: place)
            }
        }
    }
}

extension AttemptTable.Entry {
    /// Counts an attempt, or says for how many milliseconds there is none.
    fileprivate mutating func attempt(_ limits: SignInFailures.Limits, _ now: UInt64) -> UInt64 {
        guard notBefore <= now else { return notBefore - now }
        guard count < limits.countPerDayMax else { return max(end, now + 1) - now }
        count += 1
        let beyondFreeCount = count - limits.freeCount
        if beyondFreeCount >= 0 {
            let seconds = min(1 << min(beyondFreeCount, 30), limits.delaySecondsMax)
            notBefore = now + UInt64(seconds) * 1_000
        }
        return 0
    }
}
