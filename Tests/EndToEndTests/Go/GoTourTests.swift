import Foundation
import TestSupport
import Testing

/// A ttrpc library that is not ours, containerd's for Go as Debian has it, against the real server.
@Suite struct GoTourTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let folder = root + "/Protocol/examples/go"

    @Test(.timeLimit(.minutes(3)))
    func theTourInGoComesToItsEnd() async throws {
        let built = TemporaryDirectory()
        let build = try await ProgramRun.run(
            Self.folder + "/build.sh",
            [built.path],
            // What Go compiled of its libraries serves the next run too.
            environment: ["GOCACHE": Self.root + "/.build/go-cache", "HOME": built.path],
            within: Patience.limit * 2
        )
        try #require(build.exitCode == 0, "\(build.errorOutput)")
        let server = try await ServerProcess()
        let run = try await ProgramRun.run(built.path("tour"), [server.address])
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        let lines = [
            "signed up: minji", "health: SERVING_STATUS_SERVING", "sent once: true",
            "received from 익명: 오늘 발표 정말 멋졌어요!", "answered: 고마워요 :)",
            "refused: REFUSAL_REASON_MESSAGE_NOT_FOUND 쪽지를 찾을 수 없습니다.",
        ]
        for line in lines { #expect(run.output.contains(line), "\(line)") }
        #expect(await server.stop() == 0)
    }
}
