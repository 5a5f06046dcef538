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

/// How well times of one kind can be told from times of another.
enum RankOverlap {
    /// The area under the curve of the best guess by rank: 0.5 when nothing can be told, 1 when
    /// each time tells its kind; whichever is the slower.
    ///
    /// It is the chance that a time of the one kind is longer than one of the other, where equal
    /// times count half; or the chance of the opposite if that is greater. 0.5 if there are none.
    static func separation(_ first: [UInt64], _ second: [UInt64]) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0.5 }
        let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var rankSum = 0.0
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].0 == all[start].0 { end += 1 }
            // Ranks count from 1; equal times share the mean of theirs.
            let rank = Double(start + end + 1) / 2
            rankSum += rank * Double(all[start..<end].count { $0.1 })
            start = end
        }
        let count = Double(first.count)
        let area = (rankSum - count * (count + 1) / 2) / (count * Double(second.count))
        return max(area, 1 - area)
    }
}
