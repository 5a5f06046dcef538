/// How often and how soon a call is tried again that did not get through.
///
/// Pauses double from the first on, up to the longest; each is shortened by chance by up to half,
/// so that many clients do not come back at the same moment. Where the service says how long to
/// wait, that counts, and chance makes it longer. What the server failed at by itself is tried once
/// more. A pause that the time of a call has no room for is not waited for: the call fails at once.
///
/// After a lost connection the protocol has clients come back after 1, 2, 4, ... 60 s. Here the
/// first pauses are shorter, for somebody waits, and a call has a few attempts alone.
public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts a call has, the first included.
    public var attemptCountMax = 6

    /// The pause after the first attempt that did not get through.
    public var pauseMin: Duration = .milliseconds(100)

    /// The longest pause after an attempt that did not get through.
    public var pauseMax: Duration = .seconds(10)

    /// The pause after the first attempt that a server refused that is full or has too much to do.
    public var refusalPauseMin: Duration = .seconds(1)

    /// The longest pause after an attempt that was refused so.
    public var refusalPauseMax: Duration = .seconds(60)

    /// Creates the policy with its defaults.
    public init() {}

    /// The pause after a number of attempts.
    ///
    /// - Parameters:
    ///   - attemptCount: How many attempts failed, from 1 on.
    ///   - fraction: Chance, from 0 to below 1.
    /// - Returns: How long to wait.
    package func pause(afterAttempts attemptCount: Int, fraction: Double) -> Duration {
        Self.pause(pauseMin, pauseMax, attemptCount, fraction)
    }

    /// The pause after a number of attempts, of which the last failed in this way.
    func pause(_ remedy: Remedy, afterAttempts attemptCount: Int, fraction: Double) -> Duration {
        switch remedy {
        case .tryAgain, .tryOnceMore: pause(afterAttempts: attemptCount, fraction: fraction)
        case .wait(let duration?): duration * (1 + fraction / 2)
        case .wait(nil): Self.pause(refusalPauseMin, refusalPauseMax, attemptCount, fraction)
        }
    }

    private static func pause(
        _ first: Duration,
        _ longest: Duration,
        _ attemptCount: Int,
        _ fraction: Double
    ) -> Duration {
        var pause = first
        for _ in 1..<max(1, attemptCount) where pause < longest { pause = pause * 2 }
        return min(pause, longest) * (1 - fraction / 2)
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
    /// The moment after which the machine has slept meanwhile, in seconds since 1970, since the
    /// steady clock stands still then; nil means never.
    private let wakefulUntil: Int64?
    /// Whether a mistake of the server was given its one further attempt.
    private var hasTriedOnceMore = false

    /// Attempts of a call that takes no longer than a while.
    init(countMax: Int, timeout: Duration, _ sources: ClientSources) {
        self.countMax = countMax
        deadline = sources.uptime() + timeout
        // A clock that was set right meanwhile is no sleep.
        wakefulUntil = sources.now() + timeout.components.seconds * 2
    }

    /// Attempts of what goes on for ever.
    init() {
        countMax = nil
        deadline = nil
        wakefulUntil = nil
    }

    /// Whether the machine has slept longer than the call may take: the next attempt would come
    /// when the service may have forgotten the key of the first.
    func haveOverslept(_ sources: ClientSources) -> Bool {
        wakefulUntil.map { sources.now() > $0 } ?? false
    }

    /// Counts a failure and tells how long to pause; nil when that was the last attempt.
    mutating func pause(
        after error: NoteletError,
        _ policy: RetryPolicy,
        _ sources: ClientSources
    ) -> Duration? {
        failureCount += 1
        guard let remedy = error.remedy else { return nil }
        if let countMax, failureCount >= countMax { return nil }
        if remedy == .tryOnceMore {
            if hasTriedOnceMore { return nil }
            hasTriedOnceMore = true
        }
        let pause = policy.pause(
            remedy,
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
