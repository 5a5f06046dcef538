import Foundation
import TTRPC
import Testing

@testable import notelet_bench

@Suite("Reports")
struct ReportTests {
    @Test(
        "Durations have three digits and a unit",
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 us"), (9_994, "9.99 us"),
            (48_230, "48.2 us"), (123_456, "123 us"), (3_150_000, "3.15 ms"),
            (1_020_000_000, "1.02 s"),
        ]
    )
    func durations(nanoseconds: UInt64, text: String) {
        #expect(ReportText.duration(nanoseconds: nanoseconds) == text)
    }

    @Test("A report names rates, failures and percentiles that the count supports")
    func text() {
        let text = ReportText.text(of: result(), plan)
        #expect(text.contains("history failed: UNAVAILABLE, 3 times"))
        #expect(text.contains("50.0"))
        #expect(text.contains("pages held 10.0 notes"))
        #expect(!text.contains("a load thread was busy"))
        #expect(text.contains("interrupted"))
    }

    @Test("Attacks stand beside peace, with the memory that they took")
    func attacks() throws {
        var report = AttackReport(peace: result())
        report.append(
            AttackTrial.Result(
                attack: .stall,
                connectionCount: 1_000,
                openCount: 998,
                byteCountInPeace: 1 << 20,
                byteCountMax: 7 << 19,
                honest: result(),
                connectNanosecondsMax: 1_500
            )
        )
        let row = try #require(report.text.split(separator: "\n").last)
        let words = row.split(separator: " ").joined(separator: " ")
        #expect(words.hasPrefix("stall 1000 998 +2.5 MiB 2.5 KiB"), "\(words)")
        #expect(words.hasSuffix("3 1.50 us"), "\(words)")
    }

    @Test("A tool that was busy all the time says so")
    func limitedByTool() {
        let text = ReportText.text(of: result(busy: 1.95), plan)
        #expect(text.contains("a load thread was busy 98 % of the time"))
    }

    @Test("A tool that had no processor says so")
    func starved() {
        var result = result()
        result.busiestThread = ThreadTime(ran: 900_000_000, waited: 950_000_000)
        #expect(result.toolLimit == .processors)
        #expect(ReportText.text(of: result, plan).contains("waited 48 % for a processor"))
    }

    @Test("What the host withheld is told, if it is worth a word")
    func withheld() throws {
        var result = result()
        #expect(!ReportText.text(of: result, plan).contains("withheld"))
        result.withheldProcessorSeconds = 0.008
        #expect(!ReportText.text(of: result, plan).contains("withheld"))
        result.withheldProcessorSeconds = 0.5
        #expect(ReportText.text(of: result, plan).contains("; 0.25 of them withheld by the host"))
        #expect(try ReportJSON(result, plan).text().contains("withheldProcessorSeconds"))
    }

    @Test(
        "What the host withheld is the eighth time of all processors",
        arguments: [
            ("cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n", true),
            ("cpu  1 2 3 4 5 6 7\n", false), ("cpu0 1 2 3 4 5 6 7 250 9 10\n", false),
            ("cpu  1 2 3 4 5 6 7 x 9 10\n", false), ("", false),
        ]
    )
    func withheldTime(text: String, isTold: Bool) {
        // A hundred ticks are a second, to all programs of Linux.
        #expect(ProcessorTime.withheld(in: text) == (isTold ? 2_500_000_000 : nil))
    }

    @Test("A server that does not follow an open loop is told")
    func overload() {
        var (result, plan) = (result(), plan)
        plan.pace = .openLoop(perSecond: 5000, .poisson)
        result.unmadeCount = 77
        result.backlogCountHighest = 99
        let text = ReportText.text(of: result, plan)
        #expect(text.contains("asked for 5000 calls per second; up to 99 of them waited"))
        #expect(text.contains("77 calls were due and never made"))
        #expect(!result.isClean)
    }

    @Test("What a verification found is told")
    func verification() {
        var result = result()
        result.verifiedNoteCount = 12
        #expect(ReportText.text(of: result, plan).contains("all 12 notes are there once"))
        result.differenceCount = 3
        result.differences = ["user 5: note 9 is missing"]
        let text = ReportText.text(of: result, plan)
        #expect(text.contains("NOT AS IT MUST BE, 3 times"))
        #expect(text.contains("  user 5: note 9 is missing"))
        #expect(!result.isClean)
    }

    @Test("JSON holds what the table holds")
    func json() throws {
        let text = try ReportJSON(result(), plan).text()
        let report = try JSONDecoder().decode(ReportJSON.self, from: Data(text.utf8))
        let history = try #require(report.operations.first { $0.name == "history" })
        #expect(history.calls == 100)
        #expect(history.errorsByKind == ["UNAVAILABLE": 3])
        #expect(history.latencyNanoseconds["p90"] == 1000)
        #expect(history.latencyNanoseconds["p99.9"] == nil)
        #expect(report.settings.connections == 4)
        #expect(report.wasInterrupted)
    }

    private var plan: LoadPlan {
        LoadPlan(
            workload: .mixed,
            address: .tcp(host: "127.0.0.1", port: 1),
            population: Population(users: [], expiresAt: 0),
            connectionCount: 4,
            depth: 1,
            callsPerUser: 1,
            contentByteCount: 120,
            pageSize: 50,
            idempotency: .keyless,
            threadCount: 1,
            warmUp: .zero,
            duration: .seconds(2),
            seed: 1
        )
    }

    private func result(busy: Double = 0.5) -> LoadResult {
        var tally = Tally()
        for _ in 0..<100 { tally[.history].latency.record(nanoseconds: 1000) }
        tally[.history].answeredCount = 100
        tally[.history].noteCount = 1000
        tally[.history].failures[.status(.unavailable)] = 3
        return LoadResult(
            tally: tally,
            seconds: 2,
            busiestThread: ThreadTime(ran: UInt64(busy * 1e9), waited: 0),
            toolProcessorSeconds: 0.5,
            serverProcessorSeconds: nil,
            unansweredCount: 0,
            wasInterrupted: true
        )
    }
}
