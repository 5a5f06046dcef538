import Foundation
import TestSupport
import Testing

/// The demo as a program: its ending, and what it leaves behind.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DemoTests {
    private let server = ProgramRun.path(ofProduct: "notelet-server")
    private let folder = TemporaryDirectory()

    @Test("A small demo passes all checks, in plain text, and leaves nothing behind")
    func smallDemo() async throws {
        let run = try await ProgramRun.run(
            "notelet-demo",
            [server, "--accounts", "20", "--notes", "400"],
            environment: ["TMPDIR": folder.path],
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("all of them passed"))
        #expect(!run.output.contains("✗"))
        #expect(!run.output.contains("\u{1B}"))
        #expect(try leftovers().isEmpty)
    }

    @Test("The story of rewards passes all checks, and leaves nothing behind")
    func rewards() async throws {
        let clock = try await ClockLibrary.build(in: folder)
        let place = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-demo",
            [server, "--story", "rewards", "--clock", clock],
            environment: ["TMPDIR": place.path],
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("all of them passed"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
        let unmoved = try await ProgramRun.run("notelet-demo", [server, "--story", "rewards"])
        #expect(unmoved.exitCode == 64 && unmoved.errorOutput.contains("--clock"), "\(unmoved)")
    }

    @Test("The story of delivery passes all checks, and leaves nothing behind")
    func delivery() async throws {
        let run = try await ProgramRun.run(
            "notelet-demo",
            [server, "--story", "delivery"],
            // A store of somebody's own, which the demo has nothing to do with.
            environment: ["TMPDIR": folder.path, "NOTELET_STORE": folder.path("own")],
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("all of them passed"))
        #expect(try leftovers().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("own")))
    }

    @Test("An interruption ends the server and removes its store", arguments: [SIGINT, SIGTERM])
    func interruption(signal: Int32) async throws {
        let demo = try RunningProgram(
            "notelet-demo",
            [server],
            environment: ["TMPDIR": folder.path]
        )
        var identifier: pid_t?
        while let line = await demo.nextLine() {
            if let range = line.range(of: "process ") {
                identifier = pid_t(line[range.upperBound...].prefix { $0.isNumber })
            }
            if line.contains("✓") { break }
        }
        let process = try #require(identifier)
        #expect(await demo.end(by: signal) == 128 + signal)
        #expect(kill(process, 0) == -1)
        #expect(try leftovers().isEmpty)
    }

    @Test("A server that does not start is told in one line")
    func noServer() async throws {
        for path in ["/nowhere/notelet-server", "/bin/true"] {
            let run = try await ProgramRun.run(
                "notelet-demo",
                [path],
                environment: ["TMPDIR": folder.path]
            )
            #expect(run.exitCode == 69, "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1)
            #expect(try leftovers().isEmpty)
        }
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
}
