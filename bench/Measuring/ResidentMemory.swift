import CLinux
import Foundation

/// How much memory a process has.
enum ResidentMemory {
    /// The bytes of a process that are in memory; nil if it cannot be read.
    static func byteCount(ofProcess identifier: Int32) -> Int? {
        let path = "/proc/\(identifier)/statm"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pageCount = Int(fields[1]) else { return nil }
        return pageCount * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The most of this process that was in memory at a time, in bytes.
    static var byteCountMax: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1_024
    }

    /// Gives the system back what this process has freed: the C library keeps it for what is wanted
    /// next, and it is nobody's.
    static func giveBack() { malloc_trim(0) }
}
