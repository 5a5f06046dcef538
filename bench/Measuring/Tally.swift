import TTRPC

/// What came of the calls of one load thread, or of all of them together.
struct Tally: Sendable {
    /// By the number of the operation.
    private(set) var operations = Operation.allCases.map { _ in OperationTally() }

    /// What came of one kind of call.
    struct OperationTally: Sendable {
        /// How long the calls took that were answered rightly.
        ///
        /// In an open loop they are those that were due while it was measured, in a closed one
        /// those that were answered then.
        var latency = Histogram()
        /// How many right answers came while it was measured.
        var answeredCount: UInt64 = 0
        /// How many calls failed, by what was wrong.
        var failures: [Failure: UInt64] = [:]
        /// Notes in the pages that came.
        var noteCount: UInt64 = 0

        /// How many calls failed.
        var failureCount: UInt64 { failures.values.reduce(0, +) }
    }

    /// Why a call counts as failed.
    enum Failure: Hashable, Sendable {
        /// The server answered with this status.
        case status(StatusCode)
        /// The answer was not what the store holds.
        case wrongAnswer
        /// The server ended the connection.
        case connectionLost
    }

    subscript(operation: Operation) -> OperationTally {
        get { operations[operation.rawValue] }
        _modify { yield &operations[operation.rawValue] }
    }

    /// All right answers that came while it was measured.
    var answeredCount: UInt64 { operations.reduce(0) { $0 + $1.answeredCount } }

    /// All calls that failed.
    var failureCount: UInt64 { operations.reduce(0) { $0 + $1.failureCount } }

    /// Adds what came of other calls.
    mutating func merge(_ other: Tally) {
        for operation in Operation.allCases { self[operation].merge(other[operation]) }
    }
}

extension Tally.OperationTally {
    /// Adds what came of other calls.
    mutating func merge(_ other: Tally.OperationTally) {
        latency.merge(other.latency)
        answeredCount += other.answeredCount
        failures.merge(other.failures, uniquingKeysWith: +)
        noteCount += other.noteCount
    }
}

extension Tally.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .status(let code): "\(code)"
        case .wrongAnswer: "wrong answer"
        case .connectionLost: "connection lost"
        }
    }
}
