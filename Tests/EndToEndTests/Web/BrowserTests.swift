import Foundation
import TestSupport
import Testing

/// The pages in Chromium, where one can run: `Tests/Browser` has the tests.
@Suite(.timeLimit(.minutes(10))) struct BrowserTests {
    @Test("Visitors and owners use the pages in a browser")
    func pagesAreUsed() async throws {
        let server = ProgramRun.path(ofProduct: "notelet-server")
        let programs = URL(fileURLWithPath: server).deletingLastPathComponent().path
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Browser")
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            ["-B", "-m", "unittest", "discover", "--start-directory", folder.path],
            environment: ["PROGRAMS": programs, "HOME": NSTemporaryDirectory()],
            within: Patience.limit * 10
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        // Where no browser runs, the reason is told and nothing was tested.
        if !run.output.isEmpty { print(run.output) }
    }
}
