import CommandLineInterface
import Foundation

/// What a person or a program reads at the end of a sweep.
enum SweepReport {
    /// A row for each rate and operation.
    static func text(of sweep: Sweep) -> String {
        var table = TextTable(
            columns: [TextTable.Column("asked per s", alignment: .trailing)]
                + [TextTable.Column("operation")]
                + (["per s", "errors"] + ReportText.latencyTitles)
                .map { TextTable.Column($0, alignment: .trailing) }
                + [TextTable.Column("")]
        )
        for point in sweep.points {
            for operation in sweep.plan.workload.operations {
                let tally = point.result.tally[operation]
                let perSecond = Double(tally.answeredCount) / max(point.result.seconds, 0.001)
                table.append(
                    [
                        ReportText.rate(point.rate), operation.name, ReportText.rate(perSecond),
                        "\(tally.failureCount)",
                    ] + ReportText.latencyCells(tally.latency) + [remark(on: point)]
                )
            }
        }
        return table.text(border: .spaces)
    }

    /// The reports of all points, in a list.
    static func json(_ sweep: Sweep) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let reports = sweep.points.map { point in
            var plan = sweep.plan
            if case .openLoop(_, let arrivals) = plan.pace {
                plan.pace = .openLoop(perSecond: point.rate, arrivals)
            }
            return ReportJSON(point.result, plan)
        }
        return String(decoding: try encoder.encode(reports), as: UTF8.self)
    }

    private static func remark(on point: Sweep.Point) -> String {
        if !point.isSustained { return "did not follow" }
        switch point.result.toolLimit {
        case .none: return ""
        case .threads: return "tool was busy"
        case .processors: return "no processor was free"
        }
    }
}
