internal import Cryptography
package import Domain
internal import Glibc

/// The clock of the machine.
package struct SystemClock: Clock {
    /// Needs nothing.
    package init() {}

    /// Reads `CLOCK_REALTIME`, the fraction of a millisecond cut off.
    package func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        )
    }
}

/// The secure random source of the machine.
package struct SystemRandom: RandomSource {
    /// Needs nothing.
    package init() {}

    /// Draws from libsodium, which asks the kernel.
    package func bytes(_ count: Int) -> [UInt8] {
        RandomBytes().array(count: count)
    }
}
