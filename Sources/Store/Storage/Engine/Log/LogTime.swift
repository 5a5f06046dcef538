internal import Glibc

/// When a batch was written, by the clock of the machine: milliseconds since 1970.
///
/// The clock may be set back, so that batches that follow each other need not have times that do.
struct LogTime: Equatable, Comparable, Sendable {
    let milliseconds: Int64

    /// The time of batches from before batches had one.
    static let unknown = LogTime(milliseconds: 0)

    /// The present moment.
    static var now: LogTime {
        var time = timespec()
        // It fails for clocks that do not exist alone.
        clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    static func < (left: LogTime, right: LogTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
