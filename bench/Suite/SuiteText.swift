import CommandLineInterface
import Foundation

/// The table of the standard benchmark, as a person reads it.
enum SuiteText {
    /// The table, and what has to be known to read it.
    static func text(of report: SuiteReport) -> String {
        let compared = compared(report)
        var table = TextTable(
            columns: [TextTable.Column("")]
                + (["per s", "lowest to highest", "p50", "p99", "p99.9", "max", "cpu"]
                + compared.map { "to \($0.name)" } + ["to itself"])
                .map { TextTable.Column($0, alignment: .trailing) }
                + comparisonColumns(report)
        )
        for figure in SuiteFigure.allCases {
            let rows = report.rows(of: figure)
            guard !rows.isEmpty else { continue }
            table.append([figure.title + basis(of: figure)])
            for row in rows {
                table.append(
                    cells(of: row, compared, report) + comparisonCells(of: row, report)
                )
            }
        }
        // Rows that end early are not filled up with spaces.
        let lines = table.text(border: .spaces).split(separator: "\n").map { line in
            line.trimmingSuffix(while: { $0 == " " }) + "\n"
        }
        return heading(report) + "\n" + lines.joined() + "\n" + footing(report)
    }

    /// A ratio with as many digits as a measurement supports.
    static func ratio(_ value: Double) -> String {
        value < 9.95 ? String(format: "%.2f", value) : String(format: "%.0f", value)
    }

    /// Those that Notelet is compared with, each in a column of its own, as far as they are there.
    private static func compared(_ report: SuiteReport) -> [Contestant] {
        let measured = SuiteFigure.allCases.flatMap { report.rows(of: $0).map(\.key.contestant) }
        return Contestant.allCases.filter { $0 != .notelet && measured.contains($0) }
    }

    private static func cells(
        of row: SuiteRow,
        _ compared: [Contestant],
        _ report: SuiteReport
    ) -> [String] {
        let range = row.perSecondRange.map {
            ReportText.rate($0.lowerBound) + " to " + ReportText.rate($0.upperBound)
        }
        let times = [row.p50, row.p99, row.p999, row.maximum]
        let cells =
            ["  " + row.key.name, row.perSecond.map(ReportText.rate) ?? "-", range ?? "-"]
            + times.map { $0.map(ReportText.duration) ?? "-" }
            + [row.processorMicroseconds.map { String(format: "%.1f us", $0) } ?? "-"]
        guard row.key.contestant == .notelet else {
            // What follows stands below its title.
            return cells + Array(repeating: "", count: compared.count + 1)
        }
        return cells
            + compared.map { report.ratio(of: row, to: $0).map(ratio) ?? "-" }
            + [report.ratioToItself(of: row).map(ratio) ?? ""]
    }

    private static func comparisonColumns(_ report: SuiteReport) -> [TextTable.Column] {
        guard report.comparison != nil else { return [] }
        return [
            TextTable.Column("new/old", alignment: .trailing), TextTable.Column(""),
            TextTable.Column("cpu new/old", alignment: .trailing), TextTable.Column(""),
        ]
    }

    private static func comparisonCells(of row: SuiteRow, _ report: SuiteReport) -> [String] {
        guard let row = report.comparison?.row(of: row.key) else { return [] }
        return [row.change, row.processorChange].flatMap { change in
            change.map { [ratio($0.ratio), $0.verdict.rawValue + ($0.isMuchWorse ? "!" : "")] }
                ?? ["-", ""]
        }
    }

    /// What has to be known to read the comparison, and at its end all of it in one line.
    private static func comparison(_ report: SuiteReport) -> [String] {
        guard let comparison = report.comparison else { return [] }
        var lines = [
            "new/old compares what the ratios compare with \(comparison.baseline), and the "
                + "processor time of a call:",
            "the same if the repetitions of both have values in common, or for less than 3 %; "
                + "! beyond the ranges by more than 10 %.",
        ]
        lines += comparison.remarks
        lines += comparison.added.map { "not in \(comparison.baseline): \($0)" }
        lines += comparison.missing.map { "only in \(comparison.baseline): \($0)" }
        return lines + ["compared: \(comparison.summary)"]
    }

    private static func basis(of figure: SuiteFigure) -> String {
        switch figure.basis {
        case .rate: ""
        case .p50: " (ratios by p50)"
        case .p99: " (ratios by p99)"
        case .p999: " (ratios by p99.9)"
        }
    }

    private static func heading(_ report: SuiteReport) -> String {
        let settings = report.settings
        let machine = Machine.current
        let versions = Contestant.allCases.compactMap { contestant in
            report.versions[contestant].map { "\(contestant.name) \($0)" }
        }
        return """
            \(settings.plan.userCount) users, \(settings.plan.messageCount) notes of \
            \(settings.contentByteCount) bytes; medians of \(settings.repetitionCount) x \
            \(settings.seconds) s
            \(versions.joined(separator: ", "))
            \(machine.processor), \(machine.processorCount) processors, \
            \(machine.memoryBytes >> 30) GiB, Linux \(machine.kernel)

            """ + threads(report) + load(report) + serverArguments(settings)
    }

    /// With how many threads each of them serves.
    private static func threads(_ report: SuiteReport) -> String {
        let parts = Contestant.allCases.compactMap { contestant in
            report.versions[contestant] == nil
                ? nil : contestant.threads.map { "\(contestant.name) \($0)" }
        }
        return parts.isEmpty ? "" : "threads that serve: \(parts.joined(separator: "; "))\n"
    }

    /// How busy the machine was before the run, and what it was denied during the run.
    private static func load(_ report: SuiteReport) -> String {
        var parts: [String] = []
        if let averages = report.machineLoad?.averages {
            let text = averages.map { String(format: "%.2f", $0) }.joined(separator: ", ")
            parts.append("load average before it \(text)")
        }
        if let percent = report.machineLoad?.withheldPercent {
            parts.append(String(format: "%.1f %% of the processors withheld by the host", percent))
        }
        return parts.isEmpty ? "" : parts.joined(separator: "; ") + "\n"
    }

    private static func serverArguments(_ settings: SuiteSettings) -> String {
        guard !settings.serverArguments.isEmpty else { return "" }
        return "Notelet's further arguments: \(settings.serverArguments.joined(separator: " "))\n"
    }

    private static func footing(_ report: SuiteReport) -> String {
        var lines = [
            "A ratio says how many times as fast Notelet is: 2.00 is twice the rate, or half the "
                + "time. Peers",
            "count by their best set-up, floors by the one that allows least.",
            "cpu: processor time that a call costs the server's process, with all of its threads.",
        ]
        lines += report.remarks
        if report.wasInterrupted {
            lines.append("interrupted: this is what was measured until then")
        }
        lines += comparison(report)
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        self[..<(lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex)]
    }
}
