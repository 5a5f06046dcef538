import Domain
import Serving

/// The rounds in which notes that are held are delivered: at each multiple of the tick since 1970,
/// which a restart does not move.
///
/// A round that failed is made again soon, and not a whole tick later.
struct DeliveryRounds {
    let tick: Duration
    /// The time, and how to wait.
    var now: @Sendable () -> Instant = { SystemClock().now() }
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// The wait after a first failure; it doubles with each further one.
    private static let retryTimeMin = Duration.seconds(1)
    /// The longest wait after a failure: that of all other housekeeping.
    private static let retryTimeMax = Duration.seconds(30)

    /// Makes rounds until the task is cancelled.
    ///
    /// - Parameter round: Delivers all that is held, and says what came of it.
    func run(_ round: @Sendable () async -> Housekeeping.Outcome) async {
        var failureCount = 0
        while !Task.isCancelled {
            do {
                try await sleep(pause(after: failureCount))
            } catch {
                return
            }
            failureCount = await round().failure == nil ? 0 : failureCount + 1
        }
    }

    /// How long to wait for the next round.
    private func pause(after failureCount: Int) -> Duration {
        let milliseconds = max(Int64(tick / .milliseconds(1)), 1)
        let past = now().milliseconds % milliseconds
        let pause = Duration.milliseconds(milliseconds - max(past, 0))
        guard failureCount > 0 else { return pause }
        let retryTime = Self.retryTimeMin * (1 << min(failureCount - 1, 5))
        return min(pause, retryTime, Self.retryTimeMax)
    }
}
