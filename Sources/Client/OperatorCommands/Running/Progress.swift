import CommandLineInterface
import Glibc
import Locking
import Storage

/// How far a long job is, shown as it goes; it stops a job that somebody interrupts.
final class Progress {
    private var line: ProgressLine
    private var last = 0

    init(_ line: ProgressLine) {
        self.line = line
        Interruption.watch()
    }

    /// What a tool calls from time to time.
    var report: StoreProgress {
        { [self] count throws(StoreToolError) in
            last = count
            line.update(count: count)
            if Interruption.signal != nil { throw .interrupted }
        }
    }

    /// Ends the job with a last line, also if it was broken off.
    func finish(count: Int? = nil) {
        line.finish(count: count ?? last)
    }
}

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
