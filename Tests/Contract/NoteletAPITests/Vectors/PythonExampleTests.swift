import Foundation
import OperatingSystem
import TestSupport
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
        // A cache of its own, so that the generating is tested too.
        let environment = ProcessInfo.processInfo.environment
            .merging(["XDG_CACHE_HOME": cache.path]) { $1 }
        let files = TemporaryDirectory()
        let output = URL(fileURLWithPath: files.path("output"))
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        defer { try? file.close() }
        let stream = Surroundings.Stream.descriptor(file.fileDescriptor)
        let process = try ChildProcess(
            "/usr/bin/python3",
            ["-B", "-m", "unittest", "-q", "test_notelet"],
            Surroundings(
                environment: environment,
                folder: folder.path,
                output: stream,
                errorOutput: stream
            )
        )
        let status = process.wait(orKillAfter: Patience.limit)
        let text = try String(contentsOf: output, encoding: .utf8)
        #expect(status == 0, "\(text)")
    }
}
