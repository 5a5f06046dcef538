import Glibc

/// When the process began, and as what.
struct ProcessStart: Sendable {
    /// The version of the program.
    let version: String
    /// Seconds from 1970 on.
    let seconds: Double

    /// Notes this moment.
    init(version: String) {
        self.version = version
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
