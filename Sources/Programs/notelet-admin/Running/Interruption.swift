import Glibc
import Locking

/// Whether somebody has asked for the end with SIGINT or SIGTERM.
///
/// A long job then ends at the next opportunity and leaves nothing half-written; a second signal
/// ends the process at once.
enum Interruption {
    private static let received = Atomic<Int32>(0)

    /// The signal, if one came.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Takes the signals over, from now on.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            Glibc.signal(number) { number in
                // `store` is one instruction, which a handler may do.
                if Interruption.received.exchange(number, ordering: .relaxed) != 0 {
                    _exit(128 + number)
                }
            }
        }
    }
}
