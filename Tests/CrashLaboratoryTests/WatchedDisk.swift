import Foundation
import TestSupport
import Testing

/// The library that watches a disk, as the tests have it.
enum WatchedDisk {
    /// Compiles it; answers where it is.
    static func build(_ path: String) async throws -> String {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Crash/Disk/build")
        let run = try await ProgramRun.run(script.path, [path])
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        return path
    }
}
