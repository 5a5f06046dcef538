import CommandLineInterface
import Foundation

/// What a person reads at the end of a measurement.
enum ReportText {
    /// The table of a load run, and what has to be known to read it.
    static func text(of result: LoadResult, _ plan: LoadPlan) -> String {
        var lines = [table(of: result, plan.workload).text(border: .spaces)]
        lines.append(processors(result))
        let pages = result.tally[.history]
        if pages.latency.count > 0 {
            let notes = Double(pages.noteCount) / Double(pages.latency.count)
            lines.append(String(format: "pages held %.1f notes on average", notes))
        }
        lines += failures(of: result) + limits(result, plan) + verification(result)
        if result.wasInterrupted {
            lines.append("interrupted: this is what was measured until then")
        }
        return lines.joined(separator: "\n") + "\n"
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

    /// The percentiles of a histogram and its longest duration, for the cells of a table.
    static func latencyCells(_ latency: Histogram) -> [String] {
        Percentile.allCases.map { percentile in
            percentile.nanoseconds(in: latency).map(duration) ?? "-"
        } + [latency.count == 0 ? "-" : duration(nanoseconds: latency.maximumNanoseconds)]
    }

    /// The titles over these cells.
    static let latencyTitles = Percentile.allCases.map(\.name) + ["max"]

    private static func table(of result: LoadResult, _ workload: Workload) -> TextTable {
        var table = TextTable(
            columns: [TextTable.Column("operation")]
                + (["calls", "per s", "errors"] + latencyTitles)
                .map { TextTable.Column($0, alignment: .trailing) }
        )
        for operation in workload.operations {
            table.append(row(operation.name, result.tally[operation], result.seconds))
        }
        // Sends and their deliveries are no calls of one kind.
        if workload == .mixed {
            var all = Tally.OperationTally()
            for operation in workload.operations { all.merge(result.tally[operation]) }
            table.append(row("all", all, result.seconds))
        }
        return table
    }

    private static func row(
        _ name: String,
        _ tally: Tally.OperationTally,
        _ seconds: Double
    ) -> [String] {
        let perSecond = rate(Double(tally.answeredCount) / max(seconds, 0.001))
        return [name, "\(tally.latency.count)", perSecond, "\(tally.failureCount)"]
            + latencyCells(tally.latency)
    }

    private static func processors(_ result: LoadResult) -> String {
        let cores = { (seconds: Double) in
            String(format: "%.2f", seconds / max(result.seconds, 0.001))
        }
        var text = String(format: "%.1f s; processors used: tool ", result.seconds)
        text += cores(result.toolProcessorSeconds)
        if let server = result.serverProcessorSeconds { text += ", server \(cores(server))" }
        text += ", of \(Machine.current.processorCount)"
        // Less would read as nothing.
        if result.withheldProcessors >= 0.005 {
            text += String(format: "; %.2f of them withheld by the host", result.withheldProcessors)
        }
        if let calls = result.callsPerServerProcessorSecond {
            text += "; \(rate(calls)) calls per processor second of the server"
        }
        return text
    }

    /// What went wrong, a line for each kind, the most frequent of an operation first; none if all
    /// calls were made and answered rightly.
    static func failures(of result: LoadResult) -> [String] {
        var lines: [String] = []
        for operation in Operation.allCases {
            let failures = result.tally[operation].failures.sorted { $0.value > $1.value }
            for (failure, count) in failures {
                lines.append("\(operation.name) failed: \(failure), \(count) times")
            }
        }
        if result.unansweredCount > 0 {
            lines.append(
                "\(result.unansweredCount) answers or deliveries had not come 5 s after the end"
            )
        }
        if result.unmadeCount > 0 {
            lines.append(
                "the server did not follow: \(result.unmadeCount) calls were due and never made"
            )
        }
        return lines
    }

    /// What kept the load from being what it was meant to be.
    private static func limits(_ result: LoadResult, _ plan: LoadPlan) -> [String] {
        var lines: [String] = []
        if case .openLoop(let perSecond, _) = plan.pace {
            var text = "asked for \(rate(perSecond)) calls per second"
            if result.backlogCountHighest > 0 {
                text += "; up to \(result.backlogCountHighest) of them waited for a connection"
            }
            lines.append(text)
        }
        let busy = percent(result.busiestThreadShare)
        switch result.toolLimit {
        case .none: break
        case .threads:
            lines.append("a load thread was busy \(busy) of the time: the server may do more")
        case .processors:
            let starved = percent(result.starvedThreadShare)
            lines.append(
                "a load thread ran \(busy) of the time and waited \(starved) for a processor: "
                    + "with more processors, tool and server may do more"
            )
        }
        return lines
    }

    private static func verification(_ result: LoadResult) -> [String] {
        guard let noteCount = result.verifiedNoteCount else { return [] }
        guard result.differenceCount > 0 else {
            let notes = noteCount > 0 ? ", and all \(noteCount) notes are there once" : ""
            return ["verified: all answers are right" + notes]
        }
        return ["NOT AS IT MUST BE, \(result.differenceCount) times; the first:"]
            + result.differences.map { "  " + $0 }
    }

    private static func percent(_ share: Double) -> String {
        String(format: "%.0f %%", 100 * share)
    }

    private static func threeDigits(_ value: Double) -> String {
        switch value {
        case ..<9.995: String(format: "%.2f", value)
        case ..<99.95: String(format: "%.1f", value)
        default: String(format: "%.0f", value)
        }
    }
}
