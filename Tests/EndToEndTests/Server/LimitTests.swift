import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// The limits as the server's options set them, and as people meet them.
@Suite struct LimitTests {
    @Test(.timeLimit(.minutes(1)))
    func aServerHasLimitsUnlessToldOtherwise() async throws {
        let server = try await ServerProcess(arguments: [])
        for number in 1...5 { _ = try await signUp("person\(number)", at: server.address) }
        let refusal = await #expect(throws: NoteletError.self) {
            try await signUp("person6", at: server.address)
        }
        #expect(refusal?.reason == .rateLimited)
        let seconds = try #require(refusal?.fields["retry_after_seconds"].flatMap { Int($0) })
        #expect((1...720).contains(seconds))
        #expect(refusal?.text(in: "ko").contains("초 후 다시 시도할 수 있습니다.") == true)
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func optionsAndTheEnvironmentSetThem() async throws {
        let server = try await ServerProcess(arguments: [
            "--sign-ups", "2/day", "--connections-per-account", "1", "--frame-size", "16KiB",
        ])
        let first = try await signUp("first", at: server.address)
        let second = try await signUp("second", at: server.address)
        let link = try #require(try await first.link()?.url)
        let refusal = await #expect(throws: NoteletError.self) {
            try await signUp("third", at: server.address)
        }
        #expect(refusal?.reason == .rateLimited)
        // The longest note may be the first thing on a connection.
        let longest = String(repeating: "é😀", count: 1_000)
        try await second.send(longest, toLink: link)
        #expect(await server.stop() == 0)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["--sign-ups", "5"], 64, "--sign-ups"),
            (["--sign-ups", "0/h"], 64, "--sign-ups"),
            (["--sign-ups", "1001/s"], 64, "at most 1000/s"),
            (["--connections-per-address", "0"], 64, "or none"),
            (["--frame-size", "1KiB"], 78, "--frame-size must be from 16384"),
            (["--stranger-frame-size", "128KiB"], 78, "--stranger-frame-size must be"),
            (["--output-per-connection", "1KiB"], 78, "--output-per-connection must be"),
        ]
    )
    func wrongOnesAreRefusedAtTheStart(
        arguments: [String],
        exitCode: Int32,
        complaint: String
    ) async throws {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-server",
            ["--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0"] + arguments
        )
        #expect(run.exitCode == exitCode && run.errorOutput.contains(complaint), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
    }
}
