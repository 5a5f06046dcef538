import CLinux
import Foundation

/// What the kernel says of the memory of a process ("proc_pid_status", VmRSS and VmHWM).
struct ProcessMemory {
    private let name: String

    /// That of this process.
    static let own = ProcessMemory(name: "self")

    private init(name: String) {
        self.name = name
    }

    /// That of another one.
    init(of processIdentifier: Int32) {
        name = "\(processIdentifier)"
    }

    /// What is in memory now, in bytes.
    var byteCount: Int { field("VmRSS") }

    /// The most that was in memory at a time, in bytes.
    var byteCountMax: Int { field("VmHWM") }

    /// Gives the system back what this process has freed: the C library keeps it for what is wanted
    /// next, and it is nobody's.
    static func giveBack() { malloc_trim(0) }

    private func field(_ field: String) -> Int {
        let path = "/proc/\(name)/status"
        let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }
}
