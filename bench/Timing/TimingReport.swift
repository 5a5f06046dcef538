import CommandLineInterface

/// What the times of trials tell.
struct TimingReport {
    /// By how much more a kind is told from the first one than that is from itself, at most.
    private(set) var excess = 0.0
    private var table = TextTable(
        columns: [TextTable.Column("question"), TextTable.Column("kind")]
            + ["calls", "p50", "p99", "told from the first"]
            .map { TextTable.Column($0, alignment: .trailing) }
    )

    /// Adds a trial: how well each kind is told from the first one, of which the second is another
    /// sample.
    mutating func append(_ result: TimingResult) {
        var chance = 0.5
        for (index, times) in result.times.enumerated() {
            let sorted = times.sorted()
            let separation = RankOverlap.separation(result.times[0], times)
            if index == 1 { chance = separation }
            if index > 1 { excess = max(excess, separation - chance) }
            table.append([
                index == 0 ? result.trial.rawValue : "", result.names[index], "\(times.count)",
                Self.duration(of: sorted, at: 0.5), Self.duration(of: sorted, at: 0.99),
                index == 0 ? "-" : Self.thousandths(separation),
            ])
        }
    }

    /// The table.
    var text: String { table.text(border: .spaces) }

    private static func duration(of sorted: [UInt64], at share: Double) -> String {
        guard !sorted.isEmpty else { return "-" }
        let index = min(Int(Double(sorted.count) * share), sorted.count - 1)
        return ReportText.duration(nanoseconds: sorted[index])
    }

    private static func thousandths(_ share: Double) -> String {
        let thousandths = Int((share * 1_000).rounded())
        let digits = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
