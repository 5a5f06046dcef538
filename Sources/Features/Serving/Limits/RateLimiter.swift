internal import Domain
internal import TTRPC
internal import NoteRules
internal import Records

/// The gates of the service, one for each limit of rate; all in memory, and gone with the process.
package final class RateLimiter: Sendable {
    let signInFailures: SignInFailures
    /// From where guests send, for those who become unwelcome.
    let guestOrigins = GuestOrigins()
    /// In the order of the limits.
    private let gates: [RateGate]

    /// How many guests the address of an unwelcome one may still make at once: so few that coming
    /// back again and again is slow, and so many that one try tells nobody that they are unwelcome.
    static let guestsLeftToUnwelcome: UInt64 = 2

    /// Makes gates that let everything through until limits are set.
    ///
    /// - Parameter clock: What the limits count time by.
    package init(clock: @escaping MillisecondClock = RateLimiter.uptime()) {
        gates = RateLimit.allCases.map { _ in RateGate(clock) }
        signInFailures = SignInFailures(clock)
    }

    /// The gate of a limit.
    subscript(limit: RateLimit) -> RateGate { gates[limit.rawValue] }

    /// Replaces the limits.
    package func set(_ limits: RateLimits) {
        for limit in RateLimit.allCases { self[limit].set(limits[limit]) }
        signInFailures.set(limits.signInFailures)
    }

    /// Counts a note: an anonymous one of an address, and of the address through one link or
    /// contact; one with a name of the sender's account.
    ///
    /// - Throws: `rateLimited`.
    func admitSend(
        _ disclosure: Disclosure,
        by sender: UserNumber,
        from origin: PeerOrigin,
        to receiver: @autoclosure () -> some Hashable
    ) throws(DomainError) {
        switch disclosure {
        case .username:
            try self[.namedSends].pass(RateKey(sender))
        case .anonymous:
            try self[.anonymousSends].pass(RateKey(origin))
            try self[.anonymousSendsToReceiver].pass(RateKey(origin, receiver()))
        }
    }

    /// Slows down whoever was a guest and is not wanted any more: from where the guest wrote last,
    /// new guests are made as if many had been made there just now.
    ///
    /// An operator is enough for that, and so are two receivers. One is not: who blocks a note, and
    /// then counts the guests that can be made from an own network, would learn whether the note
    /// came from there. Nothing else changes, and what the guest does least of all: whoever is
    /// blocked notices nothing.
    func note(_ unwelcome: UnwelcomeGuest) {
        guard guestOrigins.isUnwelcomeToMany(unwelcome),
            let origin = guestOrigins.origin(of: unwelcome.guest)
        else { return }
        self[.guests].leave(Self.guestsLeftToUnwelcome, of: origin)
    }

    /// The time since this call, by a clock that nobody sets.
    package static func uptime() -> MillisecondClock {
        let start = ContinuousClock.now
        return {
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            return UInt64(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        }
    }
}

/// The rates that are in force; nil is no limit.
package struct RateLimits: Hashable, Sendable {
    /// Wrong passwords of one account.
    package var signInFailures: SignInFailures.Limits? = SignInFailures.Limits()

    /// In the order of the limits.
    private var rates: [Rate?] = RateLimit.allCases.map { $0.declaration.rate }

    /// Uses the rates that the limits are declared with.
    package init() {}

    /// How often something may be done.
    package subscript(limit: RateLimit) -> Rate? {
        get { rates[limit.rawValue] }
        set { rates[limit.rawValue] = newValue }
    }

    /// Lifts the limits by address, for a server whose peers all come from one.
    package mutating func liftLimitsPerAddress() {
        for limit in RateLimit.allCases where limit.declaration.doer == .address {
            self[limit] = nil
        }
    }
}
