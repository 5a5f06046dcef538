/// How the rows of a run differ from those of an earlier one.
struct SuiteComparison: Codable, Equatable, Sendable {
    /// The file of the earlier result.
    let baseline: String
    /// The rows that both have.
    let rows: [Row]
    /// Rows that only this run has.
    let added: [String]
    /// Rows that only the earlier one had.
    let missing: [String]
    /// What makes it say less than it seems to.
    let remarks: [String]

    /// What has become of a row.
    struct Row: Codable, Equatable, Sendable {
        let figure: SuiteFigure
        let contestant: Contestant
        let setup: String
        /// Of what the figure compares; nil if it is not known of both.
        let change: SuiteChange?
        /// Of the server's processor time for a call; nil if it is not known of both.
        let processorChange: SuiteChange?
    }

    /// Compares a run with an earlier one.
    ///
    /// - Parameters:
    ///   - report: The run.
    ///   - baseline: The earlier one.
    ///   - path: The file of that one.
    init(_ report: SuiteReport, with baseline: SuiteBaseline, path: String) {
        var rows: [Row] = []
        var added: [String] = []
        var left = baseline.rows
        for row in SuiteFigure.allCases.flatMap(report.rows) {
            if let index = left.firstIndex(where: { $0.isOf(row.key) }) {
                rows.append(Row(row, since: left.remove(at: index)))
            } else {
                added.append("\(row.key.figure.title), \(row.key.name)")
            }
        }
        self.baseline = path
        self.rows = rows
        self.added = added
        missing = left.map(\.name)
        remarks = baseline.remarks(report.settings, on: .current)
    }

    /// What has become of a row; nil if only this run has it.
    func row(of key: SuiteRow.Key) -> Row? {
        rows.first { row in
            row.figure == key.figure && row.contestant == key.contestant && row.setup == key.setup
        }
    }

    /// Whether Notelet is much worse anywhere; what others are worse by, the machine is.
    var hasLost: Bool { muchWorseCount > 0 }

    /// All in one line.
    var summary: String {
        let percent = Int((100 * SuiteChange.muchShare).rounded())
        return "Notelet \(SuiteComparison.counts(own.map(\.change))); its processor time "
            + "\(SuiteComparison.counts(own.map(\.processorChange))); "
            + "\(muchWorseCount) of these worse by more than \(percent) % beyond the ranges; "
            + "the others \(SuiteComparison.counts(others.map(\.change)))"
    }

    private var own: [Row] { rows.filter { $0.contestant == .notelet } }

    private var others: [Row] { rows.filter { $0.contestant != .notelet } }

    private var muchWorseCount: Int {
        own.flatMap { [$0.change, $0.processorChange] }.filter { $0?.isMuchWorse == true }.count
    }

    /// How many changes there are of each verdict.
    private static func counts(_ changes: [SuiteChange?]) -> String {
        SuiteChange.Verdict.allCases.map { verdict in
            "\(changes.filter { $0?.verdict == verdict }.count) \(verdict)"
        }.joined(separator: ", ")
    }
}

/// By how much a figure has changed, and what that means.
struct SuiteChange: Codable, Equatable, Sendable {
    /// The new median, of the old one.
    let ratio: Double
    let verdict: Verdict
    /// Whether even the best repetition is worse than the worst one before, by more than a tenth.
    let isMuchWorse: Bool

    /// What a change means.
    enum Verdict: String, CaseIterable, Codable, Sendable {
        /// It is faster, or cheaper.
        case better
        /// The repetitions of both have values in common, or next to nothing has changed.
        case same
        /// It is slower, or dearer.
        case worse
    }

    /// Which of two values is better.
    enum Sense: Sendable {
        /// Rates.
        case moreIsBetter
        /// Times.
        case lessIsBetter
    }

    /// A smaller change is none: the same program on the same machine differs by as much.
    static let smallShare = 0.03
    /// What is worse by more than this fails a comparison.
    static let muchShare = 0.1

    /// Compares the repetitions of two runs; nil if one has none, or its median is 0.
    init?(from old: [Double], to new: [Double], _ sense: Sense) {
        guard let before = SuiteRow.median(old), let now = SuiteRow.median(new), before > 0,
            let oldMin = old.min(), let oldMax = old.max(), let newMin = new.min(),
            let newMax = new.max()
        else { return nil }
        ratio = now / before
        if abs(ratio - 1) < SuiteChange.smallShare || (oldMin <= newMax && newMin <= oldMax) {
            verdict = .same
        } else {
            verdict = (ratio > 1) == (sense == .moreIsBetter) ? .better : .worse
        }
        isMuchWorse =
            verdict == .worse
            && (sense == .moreIsBetter
                ? newMax < oldMin * (1 - SuiteChange.muchShare)
                : newMin > oldMax * (1 + SuiteChange.muchShare))
    }
}

extension SuiteComparison.Row {
    fileprivate init(_ row: SuiteRow, since before: SuiteBaseline.Row) {
        figure = row.key.figure
        contestant = row.key.contestant
        setup = row.key.setup
        let basis = row.key.figure.basis
        change = SuiteChange(
            from: before.samples.compactMap { $0.value(of: basis) },
            to: row.samples.compactMap { $0.value(of: basis) },
            basis == .rate ? .moreIsBetter : .lessIsBetter
        )
        processorChange = SuiteChange(
            from: before.samples.compactMap(\.processorMicroseconds),
            to: row.samples.compactMap(\.processorMicroseconds),
            .lessIsBetter
        )
    }
}

extension SuiteBaseline.Row {
    fileprivate func isOf(_ key: SuiteRow.Key) -> Bool {
        figure == key.figure.rawValue && contestant == key.contestant.rawValue && setup == key.setup
    }
}

extension SuiteSample {
    /// What a figure compares.
    fileprivate func value(of basis: SuiteFigure.Basis) -> Double? {
        switch basis {
        case .rate: perSecond
        case .p50: p50.map { Double($0) }
        case .p99: p99.map { Double($0) }
        case .p999: p999.map { Double($0) }
        }
    }
}
