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
    /// What the host of a virtual machine withheld; absent when the kernel does not tell.
    let withheldProcessorSeconds: Double?
    let unansweredCount: Int
    /// What the tool itself lacked: "none", "threads" or "processors".
    let toolLimit: String
    let busiestThreadShare: Double
    /// Calls of an open loop that were due and never made.
    let unmadeCount: Int
    let backlogCountHighest: Int
    /// Absent without `--verify`.
    let verification: VerificationJSON?
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
        /// Calls per second that an open loop was asked for; absent in a closed loop.
        let rate: Double?
        let arrivals: String?
        let receivers: String
        let zipfExponent: Double?
        let watchers: Int?
        let watchedUsers: Int?
        let warmUpSeconds: Double
    }

    /// What a verification found.
    struct VerificationJSON: Codable, Equatable, Sendable {
        /// Acknowledged notes that were looked for.
        let acknowledgedNotes: Int
        let differences: Int
        let firstDifferences: [String]
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
        settings = Settings(plan)
        seconds = result.seconds
        wasInterrupted = result.wasInterrupted
        isLimitedByTool = result.toolLimit != .none
        toolProcessorSeconds = result.toolProcessorSeconds
        serverProcessorSeconds = result.serverProcessorSeconds
        withheldProcessorSeconds = result.withheldProcessorSeconds
        unansweredCount = result.unansweredCount
        toolLimit = result.toolLimit.rawValue
        busiestThreadShare = result.busiestThreadShare
        unmadeCount = result.unmadeCount
        backlogCountHighest = result.backlogCountHighest
        verification = result.verifiedNoteCount.map { noteCount in
            VerificationJSON(
                acknowledgedNotes: noteCount,
                differences: result.differenceCount,
                firstDifferences: result.differences
            )
        }
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

extension ReportJSON.Settings {
    fileprivate init(_ plan: LoadPlan) {
        workload = plan.workload.rawValue
        connections = plan.connectionCount
        depth = plan.depth
        callsPerUser = plan.callsPerUser
        users = plan.population.users.count
        contentBytes = plan.contentByteCount
        pageSize = plan.pageSize
        keys = plan.idempotency == .keyed
        threads = plan.threadCount
        seed = plan.seed
        switch plan.pace {
        case .closedLoop:
            rate = nil
            arrivals = nil
        case .openLoop(let perSecond, let spread):
            rate = perSecond
            arrivals = spread.rawValue
        }
        receivers = plan.receivers.rawValue
        zipfExponent = plan.receivers == .zipf ? plan.zipfExponent : nil
        watchers = plan.watch?.watcherCount
        watchedUsers = plan.watch?.watchedUserCount
        warmUpSeconds = plan.warmUp / .seconds(1)
    }
}

extension ReportJSON.OperationJSON {
    fileprivate init(_ operation: Operation, _ tally: Tally.OperationTally, seconds: Double) {
        name = operation.name
        calls = tally.latency.count
        perSecond = Double(tally.answeredCount) / max(seconds, 0.001)
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
