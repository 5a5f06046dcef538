package import CommandLineInterface
import Glibc
import Locking
package import StoreTools

/// How far a long job is, shown as it goes; it stops a job that somebody interrupts.
package final class Progress {
    private var line: ProgressLine
    private var last = 0

    /// Begins to show a line, and to watch for an interruption.
    package init(_ line: ProgressLine) {
        self.line = line
        Interruption.watch()
    }

    /// What a tool calls from time to time.
    package var report: StoreProgress {
        { [self] count throws(StoreToolError) in
            last = count
            line.update(count: count)
            if Interruption.signal != nil { throw .interrupted }
        }
    }

    /// Ends the job with a last line, also if it was broken off.
    package func finish(count: Int? = nil) {
        line.finish(count: count ?? last)
    }
}

/// Whether somebody has asked for the end with SIGINT or SIGTERM.
///
/// A long job then ends at the next opportunity and leaves nothing half-written; a second signal
/// ends the process at once.
package enum Interruption {
    private static let received = Atomic<Int32>(0)

    /// The signal, if one came.
    package static var signal: Int32? {
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
