import Glibc

/// The clock that timers and timeouts are measured on; setting the wall clock does not move it.
package enum MonotonicClock {
    /// Nanoseconds since some fixed moment, usually the start of the machine.
    package static func now() -> UInt64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else {
            preconditionFailure("The monotonic clock always exists on Linux.")
        }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
