import TestSupport
import Testing

/// What operators read is about what they do, and names what they typed.
@Suite(.timeLimit(.minutes(2))) struct OperatorWordsTests {
    @Test("The two ways to treat a sender are described as what they are")
    func senders() async throws {
        let ban = try await ProgramRun.run("notelet-admin", ["note", "ban-sender", "--help"])
        let unban = try await ProgramRun.run("notelet-admin", ["note", "unban-sender", "--help"])
        #expect(ban.output.contains("cannot sign in") && ban.output.contains("--yes"))
        #expect(unban.exitCode == 0 && !unban.output.contains("--yes"))
        #expect(unban.output.contains("takes back what 'note ban-sender' did"))
    }

    @Test("A lifetime that no code can have is refused by the name of the option")
    func lifetimes() async throws {
        for time in ["9m", "8d", "0s"] {
            let run = try await ProgramRun.run(
                "notelet-admin",
                ["user", "reset-password", "minji", "--valid", time]
            )
            #expect(run.exitCode == 64)
            #expect(run.errorOutput.contains("--valid") && run.errorOutput.contains("10m to 7d"))
        }
    }

    @Test("A note that is not there is refused in an operator's words", .timeLimit(.minutes(1)))
    func missingNote() async throws {
        let desk = try await AdminDesk()
        let unasked = try await desk.run("note", "remove", "7", "--reason", "spam")
        #expect(unasked.exitCode == 64 && !unasked.errorOutput.contains("--dry-run"))
        for arguments in [
            ["note", "remove", "7", "--reason", "spam", "--yes"],
            ["note", "ban-sender", "7", "--yes"], ["note", "unban-sender", "7"],
        ] {
            let run = try await desk.run(arguments)
            #expect(run.exitCode == 1)
            #expect(run.errorOutput.contains("There is no note of report 7"), "\(run.errorOutput)")
        }
        let past = try await desk.run("user", "grant-premium", "x", "--until", "2020-01-01")
        #expect(past.exitCode == 1 && past.errorOutput.contains("--until"))
        #expect(await desk.server.stop() == 0)
    }
}
