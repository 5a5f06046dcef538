import CommandLineInterface
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
