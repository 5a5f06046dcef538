import TTRPC

/// What came of the calls of one load thread, or of all of them together.
struct Tally: Sendable {
    /// By the number of the operation.
    private(set) var operations = Operation.allCases.map { _ in OperationTally() }

    /// What came of one kind of call.
    struct OperationTally: Sendable {
        /// How long the calls took that were answered rightly.
        var latency = Histogram()
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
    }

    subscript(operation: Operation) -> OperationTally {
        get { operations[operation.rawValue] }
        _modify { yield &operations[operation.rawValue] }
    }

    /// All calls that were answered rightly.
    var count: UInt64 { operations.reduce(0) { $0 + $1.latency.count } }

    /// All calls that failed.
    var failureCount: UInt64 { operations.reduce(0) { $0 + $1.failureCount } }

    /// Adds what came of other calls.
    mutating func merge(_ other: Tally) {
        for operation in Operation.allCases {
            let added = other[operation]
            self[operation].latency.merge(added.latency)
            self[operation].failures.merge(added.failures, uniquingKeysWith: +)
            self[operation].noteCount += added.noteCount
        }
    }
}

extension Tally.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .status(let code): "\(code)"
        case .wrongAnswer: "wrong answer"
        }
    }
}
