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

/// The time that this run of the machine has taken.
package struct SystemSteadyClock: SteadyClock {
    /// Names the run.
    private let run: String

    /// Asks the kernel which run this is; where it does not say, no run is the same as another.
    package init() {
        let path = "/proc/sys/kernel/random/boot_id"
        var bytes = [UInt8](repeating: 0, count: 36)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        let count = descriptor < 0 ? -1 : read(descriptor, &bytes, bytes.count)
        if descriptor >= 0 { close(descriptor) }
        run =
            count == bytes.count
            ? String(decoding: bytes, as: UTF8.self)
            : String(SystemRandom().bytes(18).reduce(into: "") { $0 += String($1, radix: 36) })
    }

    /// Reads `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
    package func now() -> SteadyMoment {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        return SteadyMoment(run: run, milliseconds: milliseconds)
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
