internal import Glibc

/// When a batch was written, by the clock of the machine: milliseconds since 1970.
///
/// The clock may be set back, so that batches that follow each other need not have times that do.
package struct LogTime: Equatable, Comparable, Sendable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    /// The moment so many milliseconds after 1970 began.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The time of batches from before batches had one.
    package static let unknown = LogTime(milliseconds: 0)

    /// The present moment.
    package static var now: LogTime {
        var time = timespec()
        // It fails for clocks that do not exist alone.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func < (left: LogTime, right: LogTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
