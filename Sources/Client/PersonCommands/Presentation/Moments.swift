package import CommandLineInterface
import Glibc
package import NoteletClient
import TextForms

extension Timestamp {
    /// The moment in UTC, for programs.
    package var rfc3339: String { MomentText.text(ofMilliseconds: milliseconds) }

    /// The moment to the minute, on the clock of whoever reads it.
    package var localText: String {
        var count = time_t(seconds)
        var parts = tm()
        // It fails for years beyond an Int32 only, and timestamps end with the year 9999.
        localtime_r(&count, &parts)
        return MomentText.minuteText(ofMilliseconds: milliseconds + Int64(parts.tm_gmtoff) * 1_000)
    }

    private var milliseconds: Int64 { seconds * 1_000 + Int64(nanos / 1_000_000) }
}

extension Timestamp? {
    /// The moment as JSON; null where there is none.
    package var json: JSON { map { .string($0.rfc3339) } ?? .null }
    /// The moment for a person; empty where there is none.
    package var localText: String { self?.localText ?? "" }
}
