import Foundation
import Glibc

/// The signals by which somebody asks the server to end: SIGTERM and SIGINT.
///
/// A handler may do next to nothing, so it writes the number into a pipe that a thread reads.
/// Blocking the signals and waiting for them with `sigwait` is no way here: the main thread
/// unblocks all signals when it becomes a dispatch thread.
struct StopSignals {
    private let stream: AsyncStream<UInt8>

    /// Both ends of the pipe; made before the first handler can run.
    private static let pipe: (reader: Int32, writer: Int32) = {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "A process can have a pipe.")
        return (ends[0], ends[1])
    }()

    /// Takes both signals over; from the second one on, the process ends at once.
    init() {
        let (stream, continuation) = AsyncStream<UInt8>.makeStream()
        self.stream = stream
        let reader = StopSignals.pipe.reader
        for number in [SIGTERM, SIGINT] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(StopSignals.pipe.writer, &byte, 1)
            }
        }
        Thread.detachNewThread {
            continuation.yield(StopSignals.next(from: reader))
            _exit(128 + Int32(StopSignals.next(from: reader)))
        }
    }

    /// Waits for the first signal.
    func first() async {
        for await _ in stream { return }
    }

    private static func next(from reader: Int32) -> UInt8 {
        var number: UInt8 = 0
        while read(reader, &number, 1) != 1 {}
        return number
    }
}
