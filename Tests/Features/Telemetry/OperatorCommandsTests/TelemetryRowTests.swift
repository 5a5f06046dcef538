import CommandLineInterface
import Domain
import NoteletAPI
import Testing

@testable import TelemetryOperatorCommands

@Suite("Telemetry for programs and operators")
struct TelemetryRowTests {
    @Test("The columns of events and crashes are all that they have")
    func columns() throws {
        let event = KeptEvent(
            name: "started",
            properties: ["b": "2", "a": "1"],
            installation: [0x0A, 0xFF]
        )
        #expect(
            KeptEvent.form.json(event).text
                == #"{"occurred_at":null,"name":"started","properties":{"a":"1","b":"2"},"#
                + #""app_version":"","platform":"","installation":"0aff"}"#
        )
        let table = KeptEvent.form.text(of: [event], in: try Surroundings())
        let lines = table.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.last == ["started", "a=1", "b=2"])
        #expect(KeptEvent.form.kind.columns.count == 6)
        let crash = KeptCrash(signature: "00000000000000ab", exceptionType: "SIGABRT")
        #expect(KeptCrash.form.json(crash).text.contains(#""signature":"00000000000000ab""#))
        #expect(KeptCrash.form.kind.columns.count == 7)
        let group = CrashGroup(signature: "ab", count: 2, appVersions: ["1.0", "1.1"])
        #expect(CrashGroup.form.json(group).text.contains(#""app_versions":["1.0","1.1"]"#))
    }

    /// What a command reads that shows rows.
    private struct Surroundings: CommandSurroundings {
        let invocation: Invocation

        init() throws {
            let options: [any ParameterDeclaration] = [
                PresentationOptions.json, PresentationOptions.color, PresentationOptions.format,
            ]
            let command = Command("x", summary: "", options: options, action: { _ in .success })
            let outcome = try CommandLineParser(command, environment: [:]).parse([])
            guard case .run(let invocation) = outcome else { throw CommandFailure(.usage, "") }
            self.invocation = invocation
        }
    }

    @Test("A crash is shown with its stack, and nothing in it commands the terminal")
    func sample() {
        let group = CrashGroup(exceptionType: "SIGABRT", count: 1, appVersions: ["1.0"])
        let sample = KeptCrash(reason: "\u{1b}[31mred", stack: "0 main\n1 start")
        let text = group.text(with: sample)
        #expect(text.hasPrefix("SIGABRT: once of 1.0\n"))
        #expect(text.hasSuffix("0 main\n1 start\n") && !text.contains("\u{1b}"))
    }

    @Test("A summary is of a week unless days are given, in their order and not too many")
    func days() throws {
        func day(_ number: Int64) -> Instant { Instant(seconds: number * 86_400) }
        #expect(try Telemetry.days(from: nil, until: nil, now: day(20_000)) == 19_994...20_000)
        #expect(try Telemetry.days(from: day(3), until: day(3), now: day(9)) == 3...3)
        #expect(try Telemetry.days(from: nil, until: day(2), now: day(9)) == 0...2)
        #expect(try Telemetry.days(from: day(1), until: day(400), now: day(9)).count == 400)
        for (first, last) in [(4, 3), (0, 400)] as [(Int64, Int64)] {
            #expect(throws: CommandFailure.self) {
                try Telemetry.days(from: day(first), until: day(last), now: day(9))
            }
        }
        #expect(DailyCount(day: 20_000, count: EventCount()).date == "2024-10-04")
    }
}
