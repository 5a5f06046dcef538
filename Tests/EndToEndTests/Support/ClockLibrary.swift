import Foundation
import TestSupport
import Testing

/// The library that moves a program's clock (`Tests/Clock`), and a clock that is moved with it.
struct ClockLibrary {
    /// What a program has to find in its environment.
    let environment: [String: String]
    private let folder: TemporaryDirectory
    private let path: String

    /// Compiles the library, and sets a clock right.
    init(in folder: TemporaryDirectory) async throws {
        self.folder = folder
        path = folder.path("clock")
        environment = ["LD_PRELOAD": try await Self.build(in: folder), "CLOCK_FILE": path]
        try Data(count: MemoryLayout<Int64>.size).write(to: URL(filePath: path))
    }

    /// Compiles the library; answers where it is.
    static func build(in folder: TemporaryDirectory) async throws -> String {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Clock/build")
        let library = folder.path("clock.so")
        let run = try await ProgramRun.run(script.path, [library])
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        return library
    }

    /// Lets the clock be so far ahead of the machine's.
    func setAhead(_ time: Duration) throws {
        // Written over and never anew, since programs have the file mapped.
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let milliseconds = Int64(time / .milliseconds(1))
        try withUnsafeBytes(of: milliseconds) { try file.write(contentsOf: Data($0)) }
        try file.close()
    }
}
