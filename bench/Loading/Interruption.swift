import Glibc
import Locking

/// Ctrl-C and SIGTERM: the first ends the measurement, which is summed up; a second ends the tool.
struct Interruption: Sendable {
    private static let happened = Atomic<Bool>(false)

    /// Takes both signals over.
    init() {
        // The handler must not be the first to touch the flag, for making it is not signal-safe.
        Interruption.happened.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                if Interruption.happened.exchange(true, ordering: .relaxed) { _exit(128 + number) }
            }
        }
    }

    /// Whether a signal came.
    var hasHappened: Bool { Interruption.happened.load(ordering: .relaxed) }

    /// Lets time pass, and returns soon after a signal.
    func wait(atMost duration: Duration) async {
        let end = ContinuousClock.now + duration
        while !hasHappened, ContinuousClock.now < end {
            // Not cancelled by anybody; a tenth of a second is soon enough for a person.
            try? await Task.sleep(
                for: min(ContinuousClock.now.duration(to: end), .milliseconds(100))
            )
        }
    }
}
