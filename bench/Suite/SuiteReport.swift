import CommandLineInterface

/// All that a run of the standard benchmark came to.
struct SuiteReport: Sendable {
    let settings: SuiteSettings
    /// The names of the contestants with their versions, as far as they were measured.
    var versions: [Contestant: String] = [:]
    /// Who was not measured, and why; and what has to be known to read the table.
    var remarks: [String] = []
    var wasInterrupted = false
    /// How it differs from an earlier run; nil if it is compared with none.
    var comparison: SuiteComparison?
    /// What else the machine had to do; nil before the end.
    var machineLoad: MachineLoad?
    /// Whether a measurement of Notelet itself failed.
    private(set) var hasFailed = false
    private var keys: [SuiteRow.Key] = []
    private var samples: [SuiteRow.Key: [SuiteSample]] = [:]

    /// Begins a report without samples.
    init(_ settings: SuiteSettings) {
        self.settings = settings
    }

    /// Adds a sample to its row.
    mutating func add(_ sample: SuiteSample, to key: SuiteRow.Key) {
        if samples[key] == nil { keys.append(key) }
        samples[key, default: []].append(sample)
    }

    /// Goes on without a measurement that failed: what was measured before is not lost with it.
    mutating func leaveOut(_ row: SuiteRow.Key, _ failure: CommandFailure) {
        hasFailed = hasFailed || row.contestant == .notelet
        add(remark: "left out: \(failure.message)", on: row)
    }

    /// Adds what has to be known to read a row.
    mutating func add(remark: String, on row: SuiteRow.Key) {
        add(remark: "\(row.figure.title), \(row.name): \(remark)")
    }

    /// Adds what has to be known to read the table, once however often it happens.
    mutating func add(remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// The rows of a figure: contestant by contestant, the first measured first.
    func rows(of figure: SuiteFigure) -> [SuiteRow] {
        let measured = keys.filter { $0.figure == figure }
            .map { SuiteRow(key: $0, samples: samples[$0] ?? []) }
        let ordered = Contestant.allCases.flatMap { contestant in
            measured.filter { $0.key.contestant == contestant }
        }
        return ordered + derivedFloor(of: figure, ordered)
    }

    /// How many times as fast a row is as a contestant in the same figure.
    ///
    /// A peer is compared by its best set-up, floors by the one that allows least: both are the
    /// stricter choice.
    func ratio(of row: SuiteRow, to contestant: Contestant) -> Double? {
        let speeds = rows(of: row.key.figure).filter { $0.key.contestant == contestant }
            .compactMap(\.speed)
        let other = contestant == .floor ? speeds.min() : speeds.max()
        guard let speed = row.speed, let other, other > 0 else { return nil }
        return speed / other
    }

    /// How many times as fast a row of Notelet is as the first one of its figure; nil for that one,
    /// and where Notelet is not compared with itself.
    func ratioToItself(of row: SuiteRow) -> Double? {
        guard row.key.figure.comparesNoteletWithItself,
            let first = rows(of: row.key.figure).first(where: { $0.key.contestant == .notelet }),
            first.key != row.key, let speed = row.speed, let other = first.speed, other > 0
        else { return nil }
        return speed / other
    }

    /// The floor that is not measured, but follows from what was.
    private func derivedFloor(of figure: SuiteFigure, _ rows: [SuiteRow]) -> [SuiteRow] {
        if figure == .sendAlone { return sendAloneFloor(of: rows) }
        guard let p999Max = figure.p999Max, !rows.isEmpty else { return [] }
        let key = SuiteRow.Key(figure: figure, contestant: .floor, setup: "the most that is wanted")
        return [SuiteRow(key: key, samples: [SuiteSample(p999: p999Max)])]
    }

    /// A send alone is one round trip and one page made durable, one after the other.
    private func sendAloneFloor(of rows: [SuiteRow]) -> [SuiteRow] {
        let parts = [FloorTrials.overwrittenSetup, FloorTrials.echoSetup].compactMap { setup in
            rows.first { $0.key.contestant == .floor && $0.key.setup == setup }
        }
        guard parts.count == 2 else { return [] }
        let samples: [SuiteSample] = zip(parts[0].samples, parts[1].samples).map { disk, echo in
            let sum = disk.p50.flatMap { left in echo.p50.map { left + $0 } }
            return SuiteSample(
                perSecond: sum.map { 1e9 / Double(max($0, 1)) },
                p50: sum
            )
        }
        let key = SuiteRow.Key(
            figure: .sendAlone,
            contestant: .floor,
            setup: "one page overwritten and one echo"
        )
        return [SuiteRow(key: key, samples: samples)]
    }
}
