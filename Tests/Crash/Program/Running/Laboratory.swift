import CommandLineInterface
import Foundation

/// The folder of one experiment: removed at a good end, kept when something was found.
struct Laboratory {
    let path: String
    let seed: UInt64

    /// Makes a folder in `parent`, or in the system's place for temporary files.
    init(in parent: String?, seed: UInt64?) throws {
        let base = parent ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        self.seed = seed ?? .random(in: 0...UInt64(UInt32.max))
        let name = "notelet-crash." + String(UInt64.random(in: .min ... .max), radix: 16)
        // The recorder compares paths letter by letter.
        let real = URL(fileURLWithPath: base).resolvingSymlinksInPath().path
        path = real + "/" + name
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    func path(_ name: String) -> String { path + "/" + name }

    /// Removes everything in the folder, for the next experiment; but for what has a name.
    func clear(keeping kept: String? = nil) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name != kept {
            try? FileManager.default.removeItem(atPath: path(name))
        }
    }

    /// Removes the folder.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Says what was found and how to see it again; the folder stays.
    func failure(_ what: String, _ output: String, again: String) -> CommandFailure {
        let lines = output.split(separator: "\n").suffix(8).joined(separator: " | ")
        return CommandFailure(
            .refused,
            "\(what). It says: \(lines) -- Everything is kept in \(path). Again: \(again)"
        )
    }
}
