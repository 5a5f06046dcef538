import CommandLineInterface
import Glibc
import NoteletClient

extension Timestamp {
    /// The moment in UTC as RFC 3339 writes it, with a fraction only if there is one.
    var rfc3339: String {
        let parts = brokenDown(gmtime_r)
        let fraction = nanos == 0 ? "" : "." + padded(Int(nanos) / 1_000_000, 3)
        return date(parts) + "T" + time(parts) + ":" + padded(parts.tm_sec, 2) + fraction + "Z"
    }

    /// The moment to the minute, on the clock of whoever reads it.
    var localText: String {
        let parts = brokenDown(localtime_r)
        return date(parts) + " " + time(parts)
    }

    private func brokenDown(
        _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
    ) -> tm {
        var count = time_t(seconds)
        var parts = tm()
        // It fails for years beyond an Int32 only, and timestamps end with the year 9999.
        _ = convert(&count, &parts)
        return parts
    }

    private func date(_ parts: tm) -> String {
        [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2), padded(parts.tm_mday, 2)]
            .joined(separator: "-")
    }

    private func time(_ parts: tm) -> String {
        padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2)
    }

    private func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Timestamp? {
    /// The moment as JSON; null where there is none.
    var json: JSON { map { .string($0.rfc3339) } ?? .null }
    /// The moment for a person; empty where there is none.
    var localText: String { self?.localText ?? "" }
}
