internal import Glibc
internal import TextForms

/// Something that is worth a line in a log.
///
/// The type of an event decides what a line can say. An enumeration whose cases carry numbers and
/// names from the program itself cannot let what a person wrote slip into a log.
package protocol LogEvent: Sendable {
    /// How much the event matters.
    var level: LogLevel { get }

    /// What happened, in words joined by dashes, such as `store-opened`.
    var name: StaticString { get }

    /// Adds what else there is to say; called on the thread that writes the log.
    func describe(in line: inout LogLine)
}

/// How much an event matters to whoever runs a program.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Something that must not happen has happened.
    case error
    /// Something that somebody should look at.
    case warning
    /// A step in the life of the program.
    case info
    /// Everything, down to each single request.
    case debug

    /// Orders levels by how much they matter.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.weight < right.weight
    }

    /// The place of the level in that order; it fits an atomic.
    var weight: UInt8 {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

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
