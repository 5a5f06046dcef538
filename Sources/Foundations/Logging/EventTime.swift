internal import Glibc

/// The moment of an event on the wall clock, as a log tells it: UTC, to the millisecond.
struct EventTime: Sendable, CustomStringConvertible {
    private let seconds: Int
    private let milliseconds: Int

    /// Takes a moment since the beginning of 1970.
    init(seconds: Int, milliseconds: Int) {
        self.seconds = seconds
        self.milliseconds = milliseconds
    }

    /// The time now.
    static func now() -> EventTime {
        var time = timespec()
        // It fails for clocks that do not exist alone, and this one does.
        clock_gettime(CLOCK_REALTIME, &time)
        return EventTime(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    }

    /// The form of RFC 3339: `2026-11-21T09:51:07.042Z`.
    var description: String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [parts.tm_mon + 1, parts.tm_mday].map { Self.padded(Int($0), to: 2) }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.padded(Int($0), to: 2) }
        return Self.padded(Int(parts.tm_year) + 1900, to: 4) + "-" + date.joined(separator: "-")
            + "T" + clock.joined(separator: ":") + "." + Self.padded(milliseconds, to: 3) + "Z"
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
