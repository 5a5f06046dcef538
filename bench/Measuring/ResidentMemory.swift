import Foundation
import Glibc

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
}
