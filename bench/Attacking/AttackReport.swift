import CommandLineInterface

/// The figures of all attacks, beside those of a server in peace.
struct AttackReport {
    private var table = TextTable(
        columns: [TextTable.Column("attack")]
            + ["connections", "left open", "memory", "per connection"]
            .map { TextTable.Column($0, alignment: .trailing) }
            + ["honest p50", "p99", "max", "failed", "slowest connect"]
            .map { TextTable.Column($0, alignment: .trailing) }
    )

    /// Begins with the load on a server that nobody attacks.
    init(peace: LoadResult) {
        table.append(["none", "-", "-", "-", "-"] + Self.cells(of: peace) + ["-"])
    }

    /// Adds an attack.
    mutating func append(_ result: AttackTrial.Result) {
        let growth = max(0, result.byteCountMax - result.byteCountBefore)
        table.append(
            [
                result.attack.rawValue, "\(result.connectionCount)", "\(result.openCount)",
                "+\(Self.mebibytes(growth)) MiB",
                "\(growth / max(1, result.connectionCount) / 1_024) KiB",
            ]
                + Self.cells(of: result.honest)
                + [ReportText.duration(nanoseconds: result.connectNanosecondsMax)]
        )
    }

    /// The table.
    var text: String { table.text(border: .spaces) }

    private static func cells(of load: LoadResult) -> [String] {
        let latency = load.tally.operations.reduce(into: Histogram()) { $0.merge($1.latency) }
        return [
            ReportText.duration(nanoseconds: latency.nanoseconds(at: 0.5)),
            ReportText.duration(nanoseconds: latency.nanoseconds(at: 0.99)),
            ReportText.duration(nanoseconds: latency.maximumNanoseconds),
            "\(Int(load.tally.failureCount) + load.unansweredCount)",
        ]
    }

    private static func mebibytes(_ byteCount: Int) -> String {
        let tenths = byteCount * 10 >> 20
        return "\(tenths / 10).\(tenths % 10)"
    }
}
