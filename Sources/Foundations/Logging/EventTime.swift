internal import Glibc
internal import TextForms

/// The moment of an event on the wall clock, as a log tells it: UTC, to the millisecond.
struct EventTime: Sendable, CustomStringConvertible {
    /// Since the beginning of 1970.
    let milliseconds: Int64

    /// The time now.
    static func now() -> EventTime {
        var time = timespec()
        // It fails for clocks that do not exist alone, and this one does.
        clock_gettime(CLOCK_REALTIME, &time)
        return EventTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec / 1_000_000))
    }

    /// The form of RFC 3339: `2026-11-21T09:51:07.042Z`.
    var description: String { MomentText.text(ofMilliseconds: milliseconds) }
}
