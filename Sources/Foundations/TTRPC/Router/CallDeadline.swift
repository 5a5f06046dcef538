internal import Locking
internal import Networking

/// The moment by which a caller wants an answer, on the server's monotonic clock.
public struct CallDeadline: Hashable, Comparable, Sendable {
    /// The moment in nanoseconds of the monotonic clock.
    let nanoseconds: UInt64

    /// How long there is still time; zero once the moment has passed.
    public var remaining: Duration {
        let now = MonotonicClock.now()
        return .nanoseconds(Int64(clamping: nanoseconds > now ? nanoseconds - now : 0))
    }

    /// Whether the moment has passed.
    public var hasPassed: Bool { MonotonicClock.now() >= nanoseconds }

    init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment `timeout` after `now`, which may be as late as the clock can say.
    init(_ timeout: UInt64, after now: UInt64) {
        let (sum, overflow) = now.addingReportingOverflow(timeout)
        nanoseconds = overflow ? .max : sum
    }

    /// Orders deadlines by time.
    ///
    /// - Parameters:
    ///   - left: One deadline.
    ///   - right: Another.
    /// - Returns: Whether the left one is earlier.
    public static func < (left: CallDeadline, right: CallDeadline) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
