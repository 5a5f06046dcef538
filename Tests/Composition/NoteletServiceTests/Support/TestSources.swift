import Domain
import Locking
import Serving
import TestSupport

/// A clock that stands until it is moved.
///
/// Time goes by when it is advanced, and does not when it is set.
final class TestClock: Clock {
    private let moment = Mutex(TestClock.start)
    private let steady = TestSteadyClock()

    /// Where tests begin: at noon, so that no day ends by itself, and off the full minute.
    static let start = Instant(milliseconds: startSeconds * 1_000 + 345)
    static let startSeconds: Int64 = 1_700_049_612

    func now() -> Instant { moment.withLock { $0 } }

    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        steady.advance(milliseconds: seconds * 1_000 + milliseconds)
        moment.withLock { moment in
            let whole = moment.adding(seconds: seconds)
            moment = Instant(milliseconds: whole.milliseconds + milliseconds)
        }
    }

    func set(_ instant: Instant) { moment.withLock { $0 = instant } }

    /// Lived time by this clock, going on from a note.
    func lived(
        from note: LivedNote? = nil,
        keep: @escaping @Sendable (LivedNote) -> Void = { _ in }
    ) -> LivedClock {
        LivedClock(wall: self, steady: steady, note: note, keep: keep)
    }

    /// Lets the machine begin to run anew.
    func restartMachine() { steady.restart() }
}

/// The time that goes by for a test clock.
private final class TestSteadyClock: SteadyClock {
    private let moment = Mutex(SteadyMoment(run: "1", milliseconds: 5_000))

    func now() -> SteadyMoment { moment.withLock { $0 } }

    func advance(milliseconds: Int64) {
        moment.withLock { moment in
            moment = SteadyMoment(
                run: moment.run,
                milliseconds: moment.milliseconds + max(0, milliseconds)
            )
        }
    }

    func restart() {
        moment.withLock { $0 = SteadyMoment(run: $0.run + "1", milliseconds: 0) }
    }
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
