/// The gates of the service, one for each limit of rate; all in memory, and gone with the process.
package final class RateLimiter: Sendable {
    /// The gate for passwords that are wrong.
    package let signInFailures: SignInFailures
    private let gates: [RateLimit: RateGate]

    /// Makes gates that let everything through until rates are set.
    ///
    /// - Parameters:
    ///   - limits: What they limit.
    ///   - clock: What they count time by.
    init(_ limits: [RateLimit], clock: @escaping MillisecondClock) {
        gates = Dictionary(uniqueKeysWithValues: limits.map { ($0, RateGate(clock)) })
        signInFailures = SignInFailures(clock)
    }

    /// The gate of a limit, which a feature of the service declares.
    package subscript(limit: RateLimit) -> RateGate {
        guard let gate = gates[limit] else {
            preconditionFailure("No feature of the service declares the limit \(limit.option).")
        }
        return gate
    }

    /// Replaces the limits.
    func set(_ limits: RateLimits) {
        for (limit, gate) in gates { gate.set(limits[limit]) }
        signInFailures.set(limits.signInFailures)
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

    /// Those that are not as their limits declare.
    private var changed: [RateLimit: Rate?] = [:]
    private var hasLimitsPerAddress = true

    /// Uses the rates that the limits are declared with.
    package init() {}

    /// How often something may be done.
    package subscript(limit: RateLimit) -> Rate? {
        get {
            if let rate = changed[limit] { return rate }
            return limit.doer == .address && !hasLimitsPerAddress ? nil : limit.rate
        }
        set {
            changed[limit] = newValue == limit.rate && hasLimitsPerAddress ? nil : .some(newValue)
        }
    }

    /// Lifts the limits by address, for a server whose peers all come from one.
    package mutating func liftLimitsPerAddress() {
        hasLimitsPerAddress = false
        changed = changed.filter { $0.key.doer != .address }
    }
}
