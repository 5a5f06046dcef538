import Foundation

/// What a program reads of the standard benchmark; fields are only ever added.
struct SuiteJSON: Codable, Equatable, Sendable {
    /// The version of this form.
    var version = 1
    let machine: Machine
    let users: Int
    let notes: Int
    let contentBytes: Int
    let seconds: Int
    let repetitions: Int
    let sustainedSeconds: Int
    /// More options that the server was given; absent in results from before they were written.
    let serverArguments: [String]?
    /// What else the machine had to do; absent in such results, too.
    let machineLoad: MachineLoad?
    /// By contestant, of those that were measured.
    let versions: [String: String]
    let remarks: [String]
    let wasInterrupted: Bool
    let rows: [Row]
    /// How it differs from an earlier run; absent if it is compared with none.
    let comparison: SuiteComparison?

    /// One line of the table.
    struct Row: Codable, Equatable, Sendable {
        let figure: SuiteFigure
        /// What the ratios compare.
        let basis: SuiteFigure.Basis
        let contestant: Contestant
        let setup: String
        /// The median.
        let perSecond: Double?
        let p50Nanoseconds: UInt64?
        let p99Nanoseconds: UInt64?
        let p999Nanoseconds: UInt64?
        /// The slowest call of all repetitions.
        let maximumNanoseconds: UInt64?
        /// Processor time of the server for a call, the median; nil where it is not known.
        let processorMicroseconds: Double?
        /// One of each repetition.
        let samples: [SuiteSample]
        /// How many times as fast as the others, by contestant, and as the first row where Notelet
        /// is compared with itself; of Notelet's rows only.
        let ratios: [String: Double]
    }

    /// Sums up a run.
    init(_ report: SuiteReport) {
        machine = .current
        users = report.settings.plan.userCount
        notes = report.settings.plan.messageCount
        contentBytes = report.settings.contentByteCount
        seconds = report.settings.seconds
        repetitions = report.settings.repetitionCount
        sustainedSeconds = report.settings.sustainedSeconds
        serverArguments = report.settings.serverArguments
        machineLoad = report.machineLoad
        versions = Dictionary(
            uniqueKeysWithValues: report.versions.map { ($0.key.rawValue, $0.value) }
        )
        remarks = report.remarks
        wasInterrupted = report.wasInterrupted
        comparison = report.comparison
        rows = SuiteFigure.allCases.flatMap { figure in
            report.rows(of: figure).map { SuiteJSON.row($0, report) }
        }
    }

    /// The text, with its fields in a fixed order.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    private static func row(_ row: SuiteRow, _ report: SuiteReport) -> Row {
        var ratios: [String: Double] = [:]
        if row.key.contestant == .notelet {
            for other in Contestant.allCases where other != .notelet {
                ratios[other.rawValue] = report.ratio(of: row, to: other)
            }
            ratios[Contestant.notelet.rawValue] = report.ratioToItself(of: row)
        }
        return Row(
            figure: row.key.figure,
            basis: row.key.figure.basis,
            contestant: row.key.contestant,
            setup: row.key.setup,
            perSecond: row.perSecond,
            p50Nanoseconds: row.p50,
            p99Nanoseconds: row.p99,
            p999Nanoseconds: row.p999,
            maximumNanoseconds: row.maximum,
            processorMicroseconds: row.processorMicroseconds,
            samples: row.samples,
            ratios: ratios
        )
    }
}
