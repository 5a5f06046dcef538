import Foundation
import Glibc

/// What signals ask of the server: SIGTERM and SIGINT to end, SIGHUP to read its settings again.
///
/// A handler may do next to nothing, so it writes the number into a pipe that a thread reads.
/// Blocking the signals and waiting for them with `sigwait` is no way here: the main thread
/// unblocks all signals when it becomes a dispatch thread.
struct ProcessSignals {
    /// What is asked, in its order.
    let requests: AsyncStream<Request>

    /// What a signal asks for.
    enum Request: Sendable {
        /// To read the settings again.
        case reload
        /// To end in order, by the signal of this name.
        case stop(StaticString)
    }

    /// Both ends of the pipe; made before the first handler can run.
    private static let pipe: (reader: Int32, writer: Int32) = {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "A process can have a pipe.")
        return (ends[0], ends[1])
    }()

    /// Takes the signals over; from the second one that asks to end, the process ends at once.
    init() {
        let (requests, continuation) = AsyncStream<Request>.makeStream()
        self.requests = requests
        let reader = ProcessSignals.pipe.reader
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(ProcessSignals.pipe.writer, &byte, 1)
            }
        }
        Thread.detachNewThread {
            var isStopping = false
            while true {
                let number = ProcessSignals.next(from: reader)
                if number == SIGHUP {
                    continuation.yield(.reload)
                } else if isStopping {
                    _exit(128 + number)
                } else {
                    isStopping = true
                    continuation.yield(.stop(number == SIGINT ? "SIGINT" : "SIGTERM"))
                }
            }
        }
    }

    private static func next(from reader: Int32) -> Int32 {
        var number: UInt8 = 0
        while read(reader, &number, 1) != 1 {}
        return Int32(number)
    }
}
