import Foundation
import Glibc

/// What was measured on.
struct Machine: Codable, Equatable, Sendable {
    /// The model of the processor.
    let processor: String
    /// How many processors there are.
    let processorCount: Int
    let memoryBytes: UInt64
    /// The version of the kernel.
    let kernel: String

    /// The machine that this runs on.
    static let current = Machine(
        processor: processorModel(),
        processorCount: ProcessInfo.processInfo.activeProcessorCount,
        memoryBytes: ProcessInfo.processInfo.physicalMemory,
        kernel: kernelRelease()
    )

    private static func processorModel() -> String {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let model = line?.split(separator: ":").last.map(String.init) ?? "unknown"
        return model.trimmingCharacters(in: .whitespaces)
    }

    private static func kernelRelease() -> String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        return (text ?? "unknown").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
