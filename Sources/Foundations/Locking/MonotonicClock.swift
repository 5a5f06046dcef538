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

extension Duration {
    /// The nanoseconds of the duration, between 0 and the largest number.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
