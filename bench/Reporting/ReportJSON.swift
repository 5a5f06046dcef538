import Foundation

/// What a program reads at the end of a measurement; fields are only ever added.
struct ReportJSON: Codable, Equatable, Sendable {
    /// The version of this form.
    var version = 1
    let machine: Machine
    let settings: Settings
    let seconds: Double
    let wasInterrupted: Bool
    let isLimitedByTool: Bool
    let toolProcessorSeconds: Double
    /// Absent when the server runs elsewhere.
    let serverProcessorSeconds: Double?
    let unansweredCount: Int
    let operations: [OperationJSON]

    /// The load as it was asked for.
    struct Settings: Codable, Equatable, Sendable {
        let workload: String
        let connections: Int
        let depth: Int
        let callsPerUser: Int
        let users: Int
        let contentBytes: Int
        let pageSize: Int
        let keys: Bool
        let threads: Int
        let seed: UInt64
    }

    /// What came of one kind of call.
    struct OperationJSON: Codable, Equatable, Sendable {
        let name: String
        let calls: UInt64
        let perSecond: Double
        let errors: UInt64
        /// By what was wrong.
        let errorsByKind: [String: UInt64]
        let notes: UInt64
        /// In nanoseconds, by percentile; those that the count does not support are absent.
        let latencyNanoseconds: [String: UInt64]
        let meanNanoseconds: Double
    }

    /// Sums up a measurement.
    init(_ result: LoadResult, _ plan: LoadPlan) {
        machine = .current
        settings = Settings(
            workload: plan.workload.rawValue,
            connections: plan.connectionCount,
            depth: plan.depth,
            callsPerUser: plan.callsPerUser,
            users: plan.population.users.count,
            contentBytes: plan.contentByteCount,
            pageSize: plan.pageSize,
            keys: plan.idempotency == .keyed,
            threads: plan.threadCount,
            seed: plan.seed
        )
        seconds = result.seconds
        wasInterrupted = result.wasInterrupted
        isLimitedByTool = result.isLimitedByTool
        toolProcessorSeconds = result.toolProcessorSeconds
        serverProcessorSeconds = result.serverProcessorSeconds
        unansweredCount = result.unansweredCount
        operations = plan.workload.operations.map { operation in
            OperationJSON(operation, result.tally[operation], seconds: result.seconds)
        }
    }

    /// The text, with its fields in a fixed order.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension ReportJSON.OperationJSON {
    fileprivate init(_ operation: Operation, _ tally: Tally.OperationTally, seconds: Double) {
        name = operation.name
        calls = tally.latency.count
        perSecond = Double(tally.latency.count) / seconds
        errors = tally.failureCount
        errorsByKind = Dictionary(
            uniqueKeysWithValues: tally.failures.map { ("\($0.key)", $0.value) }
        )
        notes = tally.noteCount
        var latency: [String: UInt64] = [:]
        for percentile in Percentile.allCases {
            latency[percentile.name] = percentile.nanoseconds(in: tally.latency)
        }
        if tally.latency.count > 0 { latency["max"] = tally.latency.maximumNanoseconds }
        latencyNanoseconds = latency
        meanNanoseconds = tally.latency.meanNanoseconds
    }
}
