import Foundation
import TestSupport
import Testing

/// A client that shares no code with this package, against the real server.
@Suite struct PythonTourTests {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Protocol/examples/python").path

    @Test(.timeLimit(.minutes(1)))
    func theTourInPythonComesToItsEnd() async throws {
        let server = try await ServerProcess()
        let cache = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            [Self.folder + "/tour.py", server.address],
            environment: ["XDG_CACHE_HOME": cache.path, "PYTHONIOENCODING": "utf-8"]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        #expect(run.output.contains("jun watched, and saw the answer: 고마워요 :)"))
        #expect(run.output.contains("REFUSAL_REASON_CONTACT_LOCKED"))
        #expect(run.output.contains("아직 삭제할 수 없습니다. 3일 후 삭제 가능합니다."))
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func membersInPythonAreListedAndFollowed() async throws {
        let desk = try await AdminDesk(arguments: ["--features", "accounts,notes,directory"])
        _ = try await desk.run("directory", "collection", "add", "team")
        let cache = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            [Self.folder + "/members.py", "team", "\(desk.server.address)"],
            environment: ["XDG_CACHE_HOME": cache.path, "PYTHONIOENCODING": "utf-8"]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        #expect(
            run.output == """
                put 3 members
                page 0: alice, Bob
                page 1: Carl
                watched, and saw Bob post: 안녕하세요
                took them away

                """
        )
        let missing = try await ProgramRun.run(
            "/usr/bin/python3",
            [Self.folder + "/members.py", "none", "\(desk.server.address)"],
            environment: ["XDG_CACHE_HOME": cache.path, "PYTHONIOENCODING": "utf-8"]
        )
        #expect(missing.exitCode == 1 && missing.errorOutput.contains("no collection"))
        #expect(await desk.server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["tcp://127.0.0.1:1", "unix:///nowhere/socket"])
    func withoutAServerTheTourSaysSoInALine(address: String) async throws {
        let cache = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            [Self.folder + "/tour.py", address],
            environment: ["XDG_CACHE_HOME": cache.path, "PYTHONIOENCODING": "utf-8"]
        )
        #expect(run.exitCode == 1)
        #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        #expect(run.errorOutput.contains(address) && run.errorOutput.contains("make serve"))
    }

    @Test(.timeLimit(.minutes(1)))
    func theClientInPythonPassesItsOwnTests() async throws {
        let cache = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "/usr/bin/python3",
            ["-m", "unittest", "discover", "-s", Self.folder],
            environment: ["XDG_CACHE_HOME": cache.path, "PYTHONDONTWRITEBYTECODE": "1"]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }
}
