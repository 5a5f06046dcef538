import CommandLineInterface
import Foundation
import Testing

@testable import notelet_bench

@Suite("Comparison of two benchmarks")
struct SuiteComparisonTests {
    @Test(
        "A change is one if the repetitions lie apart, by 3 % at least",
        arguments: [
            ([100, 110, 90], [105, 95, 115], SuiteChange.Verdict.same),
            ([100, 101, 99], [103, 104, 102], .better),
            ([100, 101, 99], [102.5, 102, 102.5], .same),
            ([100, 101, 99], [90, 95, 98], .worse),
            ([100], [100], .same),
        ]
    )
    func verdict(old: [Double], new: [Double], verdict: SuiteChange.Verdict) throws {
        let rate = try #require(SuiteChange(from: old, to: new, .moreIsBetter))
        #expect(rate.verdict == verdict)
        let opposite: [SuiteChange.Verdict: SuiteChange.Verdict] = [
            .better: .worse, .worse: .better, .same: .same,
        ]
        let time = try #require(SuiteChange(from: old, to: new, .lessIsBetter))
        #expect(time.verdict == opposite[verdict])
    }

    @Test("Much worse is what even the best repetition is by more than a tenth of the worst before")
    func muchWorse() throws {
        let far = try #require(SuiteChange(from: [100, 120], to: [80, 89], .moreIsBetter))
        #expect(far.isMuchWorse && far.verdict == .worse)
        let near = try #require(SuiteChange(from: [100, 120], to: [80, 91], .moreIsBetter))
        #expect(!near.isMuchWorse && near.verdict == .worse)
        let slow = try #require(SuiteChange(from: [10, 20], to: [23, 30], .lessIsBetter))
        #expect(slow.isMuchWorse)
        let quick = try #require(SuiteChange(from: [10, 20], to: [1, 2], .lessIsBetter))
        #expect(!quick.isMuchWorse && quick.verdict == .better)
        #expect(quick.ratio == 0.1)
    }

    @Test("What is not known of both is not compared")
    func unknown() {
        #expect(SuiteChange(from: [], to: [1], .moreIsBetter) == nil)
        #expect(SuiteChange(from: [1], to: [], .moreIsBetter) == nil)
        #expect(SuiteChange(from: [0], to: [1], .moreIsBetter) == nil)
    }

    @Test("Rows are compared by what their figure compares, and by processor time")
    func rows() throws {
        let old = report { report in
            report.add(sample(100, processor: 10), to: key(.send, .notelet))
            report.add(SuiteSample(perSecond: 9, p50: 50), to: key(.sendAlone, .notelet))
        }
        let new = report { report in
            report.add(sample(50, processor: 5), to: key(.send, .notelet))
            report.add(SuiteSample(perSecond: 1, p50: 25), to: key(.sendAlone, .notelet))
        }
        let comparison = try comparison(new, with: old)
        let send = try #require(comparison.row(of: key(.send, .notelet)))
        #expect(send.change?.ratio == 0.5 && send.change?.verdict == .worse)
        #expect(send.processorChange?.ratio == 0.5 && send.processorChange?.verdict == .better)
        let alone = try #require(comparison.row(of: key(.sendAlone, .notelet)))
        #expect(alone.change?.ratio == 0.5 && alone.change?.verdict == .better)
        #expect(alone.processorChange == nil)
        #expect(comparison.hasLost)
        #expect(
            comparison.summary
                == "Notelet 1 better, 0 same, 1 worse; "
                + "its processor time 1 better, 0 same, 0 worse; "
                + "1 of these worse by more than 10 % beyond the ranges; "
                + "the others 0 better, 0 same, 0 worse"
        )
    }

    @Test("Peers and floors that are worse tell of the machine, and fail nothing")
    func others() throws {
        let old = report { $0.add(sample(100), to: key(.send, .redis)) }
        let new = report { $0.add(sample(10), to: key(.send, .redis)) }
        let comparison = try comparison(new, with: old)
        #expect(comparison.row(of: key(.send, .redis))?.change?.isMuchWorse == true)
        #expect(!comparison.hasLost)
        #expect(comparison.summary.hasSuffix("the others 0 better, 0 same, 1 worse"))
    }

    @Test("Rows that one of both lacks are named, be it of a figure that is known no more")
    func lacking() throws {
        let old = report { report in
            report.add(sample(1), to: key(.send, .notelet))
            report.add(sample(1), to: key(.history, .notelet, "as once"))
        }
        let new = report { $0.add(sample(1), to: key(.delivery, .notelet, "all")) }
        let text = try SuiteJSON(old).text().replacingOccurrences(of: "\"send\"", with: "\"gone\"")
        let comparison = SuiteComparison(new, with: try baseline(text), path: "old.json")
        #expect(comparison.added == ["\(SuiteFigure.delivery.title), Notelet, all"])
        #expect(
            comparison.missing
                == ["gone, Notelet", "\(SuiteFigure.history.title), Notelet, as once"]
        )
        let table = SuiteText.text(of: compared(new, comparison))
        #expect(table.contains("only in old.json: gone, Notelet\n"))
        #expect(table.contains("not in old.json: \(SuiteFigure.delivery.title), Notelet, all\n"))
    }

    @Test("A result from before some of its fields is read")
    func earlierForm() throws {
        let old = report { $0.add(sample(1), to: key(.send, .notelet)) }
        let text = try SuiteJSON(old).text()
        var fields = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
        for name in ["serverArguments", "machineLoad", "comparison", "remarks", "versions"] {
            fields[name] = nil
        }
        let data = try JSONSerialization.data(withJSONObject: fields)
        let baseline = try JSONDecoder().decode(SuiteBaseline.self, from: data)
        #expect(baseline.serverArguments == nil && baseline.rows.count == 1)
        #expect(baseline.remarks(settings, on: .current).isEmpty)
    }

    @Test("Stores that hold something else are refused")
    func otherStores() throws {
        let baseline = try baseline(SuiteJSON(report { _ in }).text())
        try baseline.check(settings)
        for (users, notes, bytes) in [(11, 1000, 120), (10, 999, 120), (10, 1000, 121)] {
            let other = settings(users: users, notes: notes, contentByteCount: bytes)
            #expect(throws: CommandFailure.self) { try baseline.check(other) }
        }
    }

    @Test("Another machine, other times and other arguments are remarked")
    func remarks() throws {
        let text = try SuiteJSON(report { _ in }).text()
        let baseline = try baseline(
            text.replacingOccurrences(of: Machine.current.kernel, with: "2.4.18")
        )
        var other = settings(users: 10, notes: 1000, contentByteCount: 120, seconds: 7)
        other.serverArguments = ["--write-buffer", "256MiB"]
        let remarks = baseline.remarks(other, on: .current)
        #expect(remarks.count == 3)
        #expect(remarks[0].contains("another machine") && remarks[0].contains("2.4.18"))
        #expect(remarks[1] == "before, it ran with 1 seconds, and now with 7")
        #expect(
            remarks[2] == "the server's further arguments were none, and are --write-buffer 256MiB"
        )
    }

    @Test("The table shows ratios and verdicts, and its lines end without spaces")
    func table() throws {
        let old = report { report in
            report.add(sample(100, processor: 8), to: key(.send, .notelet))
            report.add(sample(100), to: key(.send, .redis))
        }
        let new = report { report in
            report.add(sample(50, processor: 8), to: key(.send, .notelet))
            report.add(sample(200), to: key(.send, .redis))
        }
        let comparison = try comparison(new, with: old)
        let lines = SuiteText.text(of: compared(new, comparison)).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("  Notelet") }
        #expect(rows.contains { $0.hasSuffix("0.50  worse!         1.00  same") })
        #expect(lines.contains { $0.hasPrefix("  Redis") && $0.contains("2.00  better") })
        #expect(!lines.contains { $0.hasSuffix(" ") })
        #expect(lines.last?.hasPrefix("compared: Notelet 0 better, 0 same, 1 worse") == true)
        let json = try SuiteJSON(compared(new, comparison)).text()
        let read = try JSONDecoder().decode(SuiteJSON.self, from: Data(json.utf8))
        #expect(read.comparison == comparison)
    }

    @Test("A file that is not there, or no result, is refused before anything is measured")
    func noResult() throws {
        #expect(throws: CommandFailure.self) { try SuiteBaseline.read(path: "/nowhere") }
        #expect(throws: CommandFailure.self) { try SuiteBaseline.read(path: "/proc/version") }
    }

    private var settings: SuiteSettings {
        settings(users: 10, notes: 1000, contentByteCount: 120)
    }

    private func settings(
        users: Int,
        notes: Int,
        contentByteCount: Int,
        seconds: Int = 1
    ) -> SuiteSettings {
        SuiteSettings(
            plan: PreloadPlan(
                userCount: users,
                messageCount: notes,
                corpus: Corpus(generatedByteCount: contentByteCount),
                seed: 1
            ),
            seconds: seconds,
            repetitionCount: 3,
            sustainedSeconds: 5,
            folder: "",
            serverProgram: "",
            peers: ""
        )
    }

    private func report(_ fill: (inout SuiteReport) -> Void) -> SuiteReport {
        var report = SuiteReport(settings)
        fill(&report)
        return report
    }

    private func compared(_ report: SuiteReport, _ comparison: SuiteComparison) -> SuiteReport {
        var report = report
        report.comparison = comparison
        return report
    }

    private func comparison(
        _ new: SuiteReport,
        with old: SuiteReport
    ) throws -> SuiteComparison {
        SuiteComparison(new, with: try baseline(SuiteJSON(old).text()), path: "old.json")
    }

    private func baseline(_ text: String) throws -> SuiteBaseline {
        try JSONDecoder().decode(SuiteBaseline.self, from: Data(text.utf8))
    }

    private func key(
        _ figure: SuiteFigure,
        _ contestant: Contestant,
        _ setup: String = ""
    ) -> SuiteRow.Key {
        SuiteRow.Key(figure: figure, contestant: contestant, setup: setup)
    }

    private func sample(_ perSecond: Double, processor: Double? = nil) -> SuiteSample {
        var sample = SuiteSample(perSecond: perSecond)
        sample.processorMicroseconds = processor
        return sample
    }
}
