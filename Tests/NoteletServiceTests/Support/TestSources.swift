import Domain
import Locking
import TestSupport

/// A clock that stands until it is moved.
final class TestClock: Clock {
    private let moment = Mutex(TestClock.start)

    /// Where tests begin: at noon, so that no day ends by itself, and off the full minute.
    static let start = Instant(milliseconds: startSeconds * 1_000 + 345)
    static let startSeconds: Int64 = 1_700_049_612

    func now() -> Instant { moment.withLock { $0 } }

    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        moment.withLock { moment in
            let whole = moment.adding(seconds: seconds)
            moment = Instant(milliseconds: whole.milliseconds + milliseconds)
        }
    }

    func set(_ instant: Instant) { moment.withLock { $0 = instant } }
}

/// Bytes that repeat themselves for the same seed.
final class SeededRandom: RandomSource {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64 = 1) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
    }
}
