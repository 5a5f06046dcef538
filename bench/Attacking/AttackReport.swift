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
        let growth = max(0, result.byteCountMax - result.byteCountInPeace)
        table.append(
            [
                result.attack.rawValue, "\(result.connectionCount)", "\(result.openCount)",
                "+\(Self.tenths(growth, of: 1 << 20)) MiB",
                "\(Self.tenths(growth / max(1, result.connectionCount), of: 1 << 10)) KiB",
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

    /// A count in a unit, with one digit behind the point.
    private static func tenths(_ byteCount: Int, of unit: Int) -> String {
        let tenths = byteCount * 10 / unit
        return "\(tenths / 10).\(tenths % 10)"
    }
}
