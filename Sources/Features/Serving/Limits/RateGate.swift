package import Domain
internal import Locking

/// One limit of rate: lets each key through so often, and refuses it beyond.
package final class RateGate: Sendable {
    private let table = RateTable()
    private let now: MillisecondClock
    /// Interval and period in milliseconds, 32 bits each; 0 when everything is let through.
    private let rate = Atomic<UInt64>(0)

    /// Makes a gate that lets everything through.
    init(_ now: @escaping MillisecondClock) {
        self.now = now
    }

    /// Replaces the rate; nil lets everything through.
    ///
    /// What was counted counts on.
    func set(_ rate: Rate?) {
        let word = rate.map { rate in
            UInt64(rate.intervalMilliseconds) << 32 | UInt64(rate.period.milliseconds)
        }
        self.rate.store(word ?? 0, ordering: .relaxed)
    }

    /// Lets a key through once, or as often as is said, at once or not at all; `key` is asked for
    /// only if there is a limit.
    ///
    /// What is more than the whole allowance takes all of that, or it would never be let through.
    ///
    /// - Throws: `rateLimited`.
    package func pass(
        _ key: @autoclosure () -> RateKey,
        times count: Int = 1
    ) throws(DomainError) {
        let rate = rate.load(ordering: .relaxed)
        guard rate != 0, count > 0 else { return }
        let (interval, period) = (rate >> 32, rate & 0xFFFF_FFFF)
        let milliseconds = table.take(
            key().digest,
            interval: min(UInt64(count), period / interval) * interval,
            period: period,
            now: now()
        )
        guard milliseconds > 0 else { return }
        throw .refused(.rateLimited(retryAfterSeconds: Int((milliseconds + 999) / 1_000)))
    }

    /// Lets a key through only so often at once from now on, as if it had come more often before;
    /// what it may beyond that comes back in time.
    package func leave(_ count: UInt64, of key: RateKey) {
        let rate = rate.load(ordering: .relaxed)
        guard rate != 0 else { return }
        table.leave(
            key.digest,
            remainder: count * (rate >> 32),
            period: rate & 0xFFFF_FFFF,
            now: now()
        )
    }
}

/// Milliseconds that have passed since some moment in the past, such as the start of the process;
/// they never go back, and are fewer than 2^40.
package typealias MillisecondClock = @Sendable () -> UInt64
