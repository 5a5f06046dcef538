import CommandLineInterface

/// What was measured of one kind of load, in several repetitions.
struct TrialRow {
    let name: String
    /// How many units, such as transfers, a call makes.
    let unitsPerCall: Int
    var rates: [Double] = []
    var latency = Histogram()
    /// Microseconds of the server's processor time for each unit, the last time.
    var cost: Double?

    /// Nothing has been measured.
    init(name: String, unitsPerCall: Int = 1) {
        (self.name, self.unitsPerCall) = (name, unitsPerCall)
    }

    /// The rate in the middle, of units.
    var median: Double { rates.isEmpty ? 0 : rates.sorted()[rates.count / 2] }

    /// Adds what came of one repetition.
    mutating func add(_ result: LoadResult, _ operation: Operation = .send) {
        let count = Double(result.tally[operation].answeredCount)
        rates.append(count / max(result.seconds, 0.001) * Double(unitsPerCall))
        latency.merge(result.tally[operation].latency)
        cost = result.serverMicroseconds(for: [operation]).map { $0 / Double(unitsPerCall) }
    }

    /// Rows as a table, with how many times as fast each is as the first one, if that has a name.
    static func table(_ rows: [TrialRow], comparedTo first: String?) -> String {
        let base = rows.first?.median ?? 0
        var titles = ["a second", "lowest", "highest", "p50 ms", "p99 ms", "cpu us"]
        if let first { titles.append("to \(first)") }
        var table = TextTable(
            columns: [.init("load")] + titles.map { .init($0, alignment: .trailing) }
        )
        for row in rows {
            var cells = [
                row.name, number(row.median), number(row.rates.min() ?? 0),
                number(row.rates.max() ?? 0), milliseconds(row.latency, 0.5),
                milliseconds(row.latency, 0.99), row.cost.map(decimal) ?? "",
            ]
            if first != nil { cells.append(base > 0 ? decimal(row.median / base) : "") }
            table.append(cells)
        }
        return table.text(border: .spaces)
    }

    /// Rows as a document.
    static func json(_ name: String, _ rows: [TrialRow]) -> String {
        JSON.object([(name, list(rows))]).text + "\n"
    }

    /// Rows as a list of a document.
    static func list(_ rows: [TrialRow]) -> JSON {
        .array(
            rows.map { row in
                JSON.object([
                    ("load", .string(row.name)),
                    ("units_per_call", .number(Int64(row.unitsPerCall))),
                    ("rates", .array(row.rates.map { .number(Int64($0)) })),
                    ("p50_ns", .number(Int64(clamping: row.latency.nanoseconds(at: 0.5)))),
                    ("p99_ns", .number(Int64(clamping: row.latency.nanoseconds(at: 0.99)))),
                ])
            }
        )
    }

    private static func number(_ value: Double) -> String { "\(Int(value))" }
    private static func decimal(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    private static func milliseconds(_ histogram: Histogram, _ quantile: Double) -> String {
        decimal(Double(histogram.nanoseconds(at: quantile)) / 1e6)
    }
}
