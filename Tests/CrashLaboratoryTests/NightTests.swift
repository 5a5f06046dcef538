import Foundation
import TestSupport
import Testing

/// The script of `make night`, by tests of its own that take no time.
@Suite struct NightTests {
    @Test(.timeLimit(.minutes(1)))
    func theNightPassesItsOwnTests() async throws {
        let tests = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            [tests.appending(path: "Night/test_run.py").path],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }

    @Test("The scan finds no sender, and finds one who signed", .timeLimit(.minutes(1)))
    func scan() async throws {
        let night = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Night")
        let cache = TemporaryDirectory()
        for (mutant, exitCode) in [([], 0), (["--mutant"], 1)] as [([String], Int32)] {
            let server = ProgramRun.path(ofProduct: "notelet-server")
            let run = try await ProgramRun.run(
                "/usr/bin/python3",
                [night.appending(path: "scan").path, "--notes", "200", "--server", server]
                    + mutant,
                environment: ["XDG_CACHE_HOME": cache.path, "PYTHONDONTWRITEBYTECODE": "1"]
            )
            #expect(run.exitCode == exitCode, "\(run.output)\(run.errorOutput)")
            #expect(run.output.contains("name of a sender") == !mutant.isEmpty)
        }
    }
}
