import Foundation
import TestSupport
import Testing

/// Telemetry: applications tell, and an operator looks.
@Suite(.timeLimit(.minutes(2))) struct TelemetryTests {
    @Test("Events and crashes are told without a session, and listed, counted and exported")
    func lifeOfTelemetry() async throws {
        let desk = try await AdminDesk(
            arguments: ["--features", "accounts,notes,telemetry", "--telemetry-days", "7"]
        )
        let visitor = Person("nobody", at: desk.server.address)
        for name in ["started", "user_list_viewed", "started"] {
            let told = try await visitor.json("telemetry", "event", name, "count=40")
            #expect(told["accepted"].flag == true)
        }
        let stack = "0 Notes 0x0000000104a2c1f8 reload() + 312\n1 Notes 0x1 main + 48"
        for reason in ["first", "second"] {
            let told = try await visitor.run(
                "telemetry",
                "crash",
                "SIGABRT",
                "-",
                "--reason",
                reason,
                "--app-version",
                "1.0",
                input: stack
            )
            #expect(told.exitCode == 0 && told.output == "It is kept.\n", "\(told)")
        }
        let refused = try await visitor.run("telemetry", "event", "started", "count")
        #expect(refused.exitCode == 64 && refused.errorOutput.contains("equals sign"))

        let listed = try await desk.run("telemetry", "events", "--name", "started", "--json")
        #expect(listed.output.split(separator: "\n").count == 2, "\(listed)")
        let summary = try await desk.run("telemetry", "summary", "--json")
        let counts = try Document(summary.output)["counts"]
        #expect(counts[0]["name"].text == "started" && counts[0]["count"].number == 2)
        let crashes = try await desk.run("telemetry", "crashes", "--json")
        let group = try Document(crashes.output)["crashes"][0]
        #expect(group["count"].number == 2 && group["app_versions"][0].text == "1.0")
        let shown = try await desk.run("telemetry", "crash", group["signature"].text)
        #expect(shown.exitCode == 0 && shown.output.contains("second"), "\(shown)")
        #expect(shown.output.contains("reload() + 312"))
        for (what, count) in [("events", 3), ("crashes", 2)] {
            let exported = try await desk.run("telemetry", "export", what)
            let lines = exported.output.split(separator: "\n").map(String.init)
            #expect(lines.count == count, "\(exported)")
            for line in lines { _ = try Document(line) }
        }
        let missing = try await desk.run("telemetry", "crash", "0000000000000000")
        #expect(missing.exitCode == 1 && missing.errorOutput.contains("no crashes"), "\(missing)")
        #expect(await desk.server.stop() == 0)
    }

    @Test("A server that does not offer it says so")
    func switchedOff() async throws {
        let desk = try await AdminDesk()
        let visitor = Person("nobody", at: desk.server.address)
        let told = try await visitor.run("telemetry", "event", "started")
        #expect(told.exitCode == 1 && told.errorOutput.contains("does not offer telemetry"))
        let asked = try await desk.run("telemetry", "events")
        #expect(asked.exitCode == 1 && asked.errorOutput.contains("does not offer telemetry"))
        #expect(await desk.server.stop() == 0)
    }
}
