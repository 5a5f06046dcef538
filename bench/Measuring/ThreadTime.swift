import Foundation
import Glibc

/// How much processor time a thread has had, and how long it waited for a processor, in
/// nanoseconds.
struct ThreadTime: Equatable, Sendable {
    /// It ran.
    let ran: UInt64
    /// It could have run, and others had the processors.
    let waited: UInt64

    /// Of the calling thread so far.
    ///
    /// Where the kernel does not tell how long a thread waited, that is 0.
    static var current: ThreadTime {
        let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
        let numbers = (text ?? "").split(separator: " ").compactMap { UInt64($0) }
        return ThreadTime(
            ran: ProcessorTime.ofThread(),
            waited: numbers.count > 1 ? numbers[1] : 0
        )
    }

    /// The time between two moments.
    static func - (later: ThreadTime, earlier: ThreadTime) -> ThreadTime {
        ThreadTime(
            ran: later.ran - min(earlier.ran, later.ran),
            waited: later.waited - min(earlier.waited, later.waited)
        )
    }
}

/// How much later than asked the kernel may wake a thread.
///
/// It takes 50 us as a rule, so that it can wake several at once; an open loop that measures tens
/// of microseconds cannot spare them.
enum TimerSlack {
    /// Asks for a nanosecond, for the calling thread; where that is refused, nothing changes.
    static func makeSmall() {
        let path = "/proc/thread-self"
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
            let thread = target.split(separator: "/").last,
            let file = FileHandle(forWritingAtPath: "/proc/\(thread)/timerslack_ns")
        else { return }
        try? file.write(contentsOf: Data("1".utf8))
        try? file.close()
    }
}
