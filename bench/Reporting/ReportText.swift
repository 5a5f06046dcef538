import CommandLineInterface
import Foundation

/// What a person reads at the end of a measurement.
enum ReportText {
    /// The table of a load run, and what has to be known to read it.
    static func text(of result: LoadResult, _ plan: LoadPlan) -> String {
        var lines = table(of: result, plan.workload).text(border: .spaces)
        lines += "\n"
        lines += processors(result) + "\n"
        let pages = result.tally[.history]
        if pages.latency.count > 0 {
            let notes = Double(pages.noteCount) / Double(pages.latency.count)
            lines += String(format: "pages held %.1f notes on average\n", notes)
        }
        for operation in Operation.allCases {
            for (failure, count) in result.tally[operation].failures {
                lines += "\(operation.name) failed: \(failure), \(count) times\n"
            }
        }
        if result.unansweredCount > 0 {
            lines += "\(result.unansweredCount) calls were still without an answer at the end\n"
        }
        if result.isLimitedByTool {
            lines += "a load thread was busy all the time: the server may be able to do more\n"
        }
        if result.wasInterrupted { lines += "interrupted: this is what was measured until then\n" }
        return lines
    }

    /// A duration with a unit that leaves it readable: `950 ns`, `48.2 us`, `3.15 ms`, `1.02 s`.
    static func duration(nanoseconds: UInt64) -> String {
        let value = Double(nanoseconds)
        return switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: threeDigits(value / 1e3) + " us"
        case ..<1_000_000_000: threeDigits(value / 1e6) + " ms"
        default: threeDigits(value / 1e9) + " s"
        }
    }

    /// A rate without digits that no measurement supports.
    static func rate(_ perSecond: Double) -> String {
        perSecond < 100 ? String(format: "%.1f", perSecond) : String(format: "%.0f", perSecond)
    }

    private static func table(of result: LoadResult, _ workload: Workload) -> TextTable {
        var table = TextTable(
            columns: [TextTable.Column("operation")]
                + (["calls", "per s", "errors"] + Percentile.allCases.map(\.name) + ["max"])
                .map { TextTable.Column($0, alignment: .trailing) }
        )
        for operation in workload.operations {
            let tally = result.tally[operation]
            table.append(row(operation.name, tally.latency, tally.failureCount, result.seconds))
        }
        if workload.operations.count > 1 {
            var all = Histogram()
            for operation in workload.operations { all.merge(result.tally[operation].latency) }
            table.append(row("all", all, result.tally.failureCount, result.seconds))
        }
        return table
    }

    private static func row(
        _ name: String,
        _ latency: Histogram,
        _ failureCount: UInt64,
        _ seconds: Double
    ) -> [String] {
        let percentiles = Percentile.allCases.map { percentile in
            percentile.nanoseconds(in: latency).map(duration) ?? "-"
        }
        let maximum =
            latency.count == 0 ? "-" : duration(nanoseconds: latency.maximumNanoseconds)
        return [name, "\(latency.count)", rate(Double(latency.count) / seconds), "\(failureCount)"]
            + percentiles + [maximum]
    }

    private static func processors(_ result: LoadResult) -> String {
        let cores = { (seconds: Double) in String(format: "%.2f", seconds / result.seconds) }
        var text = String(format: "%.1f s; processors used: tool ", result.seconds)
        text += cores(result.toolProcessorSeconds)
        if let server = result.serverProcessorSeconds { text += ", server \(cores(server))" }
        text += ", of \(Machine.current.processorCount)"
        if let calls = result.callsPerServerProcessorSecond {
            text += "; \(rate(calls)) calls per processor second of the server"
        }
        return text
    }

    private static func threeDigits(_ value: Double) -> String {
        switch value {
        case ..<9.995: String(format: "%.2f", value)
        case ..<99.95: String(format: "%.1f", value)
        default: String(format: "%.0f", value)
        }
    }
}
