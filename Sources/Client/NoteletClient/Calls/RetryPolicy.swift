/// How often and how soon a call is tried again that did not get through.
///
/// Pauses double from the first on, up to the longest; each is shortened by chance by up to half,
/// so that many clients do not come back at the same moment.
public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts a call has, the first included.
    public var attemptCountMax = 6

    /// The pause after the first attempt.
    public var pauseMin: Duration = .milliseconds(100)

    /// The longest pause.
    public var pauseMax: Duration = .seconds(10)

    /// Creates the policy with its defaults.
    public init() {}

    /// The pause after a number of attempts.
    ///
    /// - Parameters:
    ///   - attemptCount: How many attempts failed, from 1 on.
    ///   - fraction: Chance, from 0 to below 1.
    /// - Returns: How long to wait.
    package func pause(afterAttempts attemptCount: Int, fraction: Double) -> Duration {
        var pause = pauseMin
        for _ in 1..<max(1, attemptCount) where pause < pauseMax { pause = pause * 2 }
        return min(pause, pauseMax) * (1 - fraction / 2)
    }
}

/// The attempts of one call.
struct Attempts {
    /// How many attempts have failed.
    private(set) var failureCount = 0
    /// How many there may be; nil means any number.
    let countMax: Int?
    /// The moment by which the call must end, on the steady clock; nil means never.
    let deadline: Duration?

    init(countMax: Int?, deadline: Duration?) {
        self.countMax = countMax
        self.deadline = deadline
    }

    /// Counts a failure and tells how long to pause; nil when that was the last attempt.
    mutating func pauseAfterFailure(_ policy: RetryPolicy, _ sources: ClientSources) -> Duration? {
        failureCount += 1
        if let countMax, failureCount >= countMax { return nil }
        let pause = policy.pause(
            afterAttempts: failureCount,
            fraction: sources.randomFraction()
        )
        guard let deadline else { return pause }
        return sources.uptime() + pause < deadline ? pause : nil
    }

    /// How long the next attempt may take; nothing or less once the deadline is over.
    func timeout(_ attemptTimeout: Duration, _ sources: ClientSources) -> Duration {
        guard let deadline else { return attemptTimeout }
        return min(attemptTimeout, deadline - sources.uptime())
    }
}
