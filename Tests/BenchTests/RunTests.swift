import Foundation
import TestSupport
import Testing

@testable import notelet_bench

/// The tool as a program, against the real server, with small numbers.
@Suite("Runs", .serialized)
struct RunTests {
    private let folder = TemporaryDirectory()

    @Test("Each workload runs, and every answer stands up to the model", .timeLimit(.minutes(1)))
    func verified() async throws {
        // Side by side: most of each run is its second of load.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for workload in Workload.allCases { group.addTask { try await verify(workload) } }
            try await group.waitForAll()
        }
    }

    private func verify(_ workload: Workload) async throws {
        let report = try await report([
            "run", "--workload", workload.rawValue, "--verify", "--keys",
            "--connections", "2", "--watchers", "6", "--watched-users", "2",
        ])
        #expect(report.settings.workload == workload.rawValue)
        #expect(report.operations.map(\.name) == workload.operations.map(\.name), "\(workload)")
        let verification = try #require(report.verification)
        #expect(verification.differences == 0, "\(workload): \(verification.firstDifferences)")
        let sends = report.operations.filter { $0.name == "send" }
        #expect(sends.allSatisfy { $0.calls > 0 }, "\(workload)")
        #expect(sends.isEmpty || verification.acknowledgedNotes > 0, "\(workload)")
        #expect(report.unansweredCount == 0, "\(workload)")
    }

    @Test(
        "Sends, pages and log-ins are made over HTTP as well",
        arguments: [
            Workload.mixed, .signIn,
        ]
    )
    func overHTTP(workload: Workload) async throws {
        let report = try await report([
            "run", "--web", "--workload", workload.rawValue, "--connections", "4",
        ])
        #expect(report.operations.map(\.name) == workload.operations.map(\.name))
        #expect(report.operations.allSatisfy { $0.calls > 0 })
        #expect(report.unansweredCount == 0)
    }

    @Test("An open loop keeps its rate", arguments: ArrivalSchedule.Arrivals.allCases)
    func openLoop(arrivals: ArrivalSchedule.Arrivals) async throws {
        let report = try await report([
            "run", "--workload", "history", "--rate", "50", "--arrivals", arrivals.rawValue,
            "--receivers", "zipf",
        ])
        #expect(report.settings.rate == 50)
        #expect(report.settings.arrivals == arrivals.rawValue)
        #expect(report.unmadeCount == 0)
        // A second of it, six standard deviations wide for chance.
        #expect((8...92).contains(report.operations[0].calls))
    }

    @Test("A sweep measures at each rate, and draws")
    func sweep() async throws {
        let path = folder.path("plot.svg")
        let run = try await bench([
            "sweep", "--workload", "history", "--rates", "20", "--rates", "40", "--plot", path,
            "--json",
        ])
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        let reports = try JSONDecoder().decode([ReportJSON].self, from: Data(run.output.utf8))
        #expect(reports.map(\.settings.rate) == [20, 40])
        let plot = try String(contentsOfFile: path, encoding: .utf8)
        #expect(plot.hasPrefix("<svg") && plot.hasSuffix("</svg>\n"))
    }

    @Test("A corpus becomes the notes, and a store that was filled is used again")
    func corpus() async throws {
        let corpus = folder.path("corpus")
        try "안녕하세요\n%\nA note\nof two lines\n%\n".write(
            toFile: corpus,
            atomically: true,
            encoding: .utf8
        )
        let store = ["--store", folder.path("store"), "--corpus", corpus]
        let preload = try await ProgramRun.run(
            "notelet-bench",
            ["preload", "--users", "10", "--messages", "95"] + store
        )
        #expect(preload.exitCode == 0, "\(preload.errorOutput)")
        #expect(preload.output.contains("10 users, 95 notes"))
        let report = try await report(["run", "--workload", "mixed", "--verify"] + store)
        #expect(report.verification?.differences == 0)
    }

    @Test("Ctrl-C ends a run with what was measured until then")
    func interruption() async throws {
        let bench = try RunningProgram(
            "notelet-bench",
            ["run", "--workload", "history", "--seconds", "300", "--warm-up", "0"] + small
        )
        // The store is filled and the server runs once its line comes.
        while let line = await bench.nextErrorLine(), !line.contains("measuring") {}
        kill(bench.processIdentifier, SIGINT)
        var output = ""
        while let line = await bench.nextLine() { output += line + "\n" }
        #expect(output.contains("interrupted: this is what was measured until then"))
        #expect(output.contains("history"))
        #expect(await bench.waitForEnd() == 130)
    }

    @Test("Attacks are measured beside honest clients, whom none of them keeps out")
    func attacks() async throws {
        let rows = try await rows(ofAttacks: ["half-open-tls", "idle"])
        #expect(rows[1][1] == "5000")
        #expect(try #require(Int(rows[1][2])) < 5000, "Those that say nothing give way.")
        #expect(rows[2][1...2] == ["20", "20"])
    }

    @Test("The door of HTTP is attacked while honest clients come in there")
    func webAttacks() async throws {
        let names = [
            "flood", "huge-head", "huge-body", "drip-body", "malformed", "no-handshake",
            "gzip-bomb", "idle",
        ]
        let rows = try await rows(ofAttacks: names, ["--web"])
        #expect(rows[1][1...2] == ["8", "8"], "Who reads nothing is read no further.")
        #expect(rows[2][1...2] == ["1000", "0"], "A head that is too long ends its connection.")
        #expect(rows[3][1...2] == ["1000", "0"], "A body that is too long does so too.")
        #expect(rows[4][1...2] == ["1000", "1000"])
        for row in rows[5...6] { #expect(try #require(Int(row[1])) > 64, "\(row[0])") }
        #expect(rows[7][1...2] == ["200", "200"])
        #expect(rows[8][1...2] == ["20", "20"])
    }

    @Test("An attack of the other door is refused before anything is started")
    func attackOfTheOtherDoor() async throws {
        let run = try await ProgramRun.run(
            "notelet-bench",
            ["attack", "--only", "gzip-bomb", "--quiet"]
        )
        #expect(run.exitCode == 64)
        #expect(run.errorOutput.contains("--only gzip-bomb is no attack of this door"))
    }

    /// The cells of a short trial, a row for peace and one for each attack, without the heads.
    private func rows(
        ofAttacks names: [String],
        _ options: [String] = []
    ) async throws -> [[String]] {
        let run = try await ProgramRun.run(
            "notelet-bench",
            ["attack", "--idle-connections", "20", "--seconds", "1", "--rate", "50", "--quiet"]
                + names.flatMap { ["--only", $0] } + options + small,
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        let rows = run.output.split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
        let heads = try #require(rows.first)
        let failed = try #require(heads.firstIndex(of: "failed"))
        try #require(rows.dropFirst().map { $0[0] } == ["none"] + names)
        #expect(rows.dropFirst().allSatisfy { $0.count == heads.count && $0[failed] == "0" })
        return Array(rows.dropFirst())
    }

    @Test(
        "What cannot be measured is told in one line",
        arguments: [
            (["--workload", "watch", "--watched-users", "20"], 64),
            (["--workload", "send", "--verify", "--content-bytes", "20"], 64),
            (["--corpus", "/nowhere"], 74), (["--web", "--verify"], 64),
            (["--server", "tcp://127.0.0.1:1"], 64),
        ] as [([String], Int32)]
    )
    func refused(arguments: [String], code: Int32) async throws {
        let run = try await bench(["run"] + arguments)
        #expect(run.exitCode == code, "\(run.errorOutput)")
        #expect(run.errorOutput.split(separator: "\n").count == 1)
    }

    private let small = ["--users", "20", "--messages", "300"]

    private func bench(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-bench",
            arguments + ["--seconds", "1", "--warm-up", "0", "--quiet"]
                + (arguments.contains("--store") ? [] : small),
            within: Patience.limit * 5
        )
    }

    private func report(_ arguments: [String]) async throws -> ReportJSON {
        let run = try await bench(arguments + ["--json"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        return try JSONDecoder().decode(ReportJSON.self, from: Data(run.output.utf8))
    }
}
