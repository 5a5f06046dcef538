import CLinux
import Foundation
import Glibc

/// How much processor time somebody has used, in nanoseconds.
enum ProcessorTime {
    /// Of the calling thread.
    static func ofThread() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

    /// Of this process with all its threads.
    static func ofProcess() -> UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Of another process, to a hundredth of a second; nil if it cannot be read.
    static func ofProcess(_ identifier: Int32) -> UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
            // The name in parentheses may hold spaces; utime and stime are fields 14 and 15.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12])
        else { return nil }
        return nanoseconds(ticks: user + system)
    }

    /// What the host of a virtual machine withheld from all its processors while they had work.
    ///
    /// To a hundredth of a second; nil if the kernel does not tell.
    static func withheld() -> UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
            return nil
        }
        return withheld(in: text)
    }

    /// Reads the first line of /proc/stat, all processors' times: the eighth is `steal` (proc(5)).
    static func withheld(in text: String) -> UInt64? {
        let fields = text.prefix { $0 != "\n" }.split(separator: " ")
        guard fields.first == "cpu", fields.count > 8, let ticks = UInt64(fields[8]) else {
            return nil
        }
        return nanoseconds(ticks: ticks)
    }

    private static func nanoseconds(ticks: UInt64) -> UInt64 {
        let ticksPerSecond = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        return ticks * (1_000_000_000 / ticksPerSecond)
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
