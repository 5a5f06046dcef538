import Foundation
import Testing

/// The Python client of Protocol/examples passes its own tests, which read the golden vectors.
@Suite
struct PythonExampleTests {
    @Test
    func itsTestsPass() throws {
        let folder = ProtocolFolder.url.appendingPathComponent("examples/python")
        let cache = FileManager.default.temporaryDirectory
            .appendingPathComponent("notelet-python-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: cache) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", "-m", "unittest", "-q", "test_notelet"]
        process.currentDirectoryURL = folder
        // A cache of its own, so that the generating is tested too.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_CACHE_HOME": cache.path]) { $1 }
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
