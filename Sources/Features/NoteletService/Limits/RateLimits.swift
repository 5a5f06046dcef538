/// The rates that are in force; nil is no limit.
package struct RateLimits: Hashable, Sendable {
    /// Wrong passwords of one account.
    package var signInFailures: SignInFailures.Limits? = SignInFailures.Limits()

    /// In the order of the limits.
    private var rates: [Rate?] = RateLimit.allCases.map(\.declaration.rate)

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
