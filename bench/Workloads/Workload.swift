/// A kind of call.
enum Operation: Int, CaseIterable, Sendable {
    /// A note to somebody's personal link, acknowledged once it is durable.
    case send
    /// The newest page of what a user received.
    case history

    /// The name in reports.
    var name: String {
        switch self {
        case .send: "send"
        case .history: "history"
        }
    }
}

/// Which calls are made, in which shares.
enum Workload: String, CaseIterable, Sendable {
    case send
    case history
    case mixed

    /// How many of a hundred calls are sends.
    var sendPercent: UInt64 {
        switch self {
        case .send: 100
        case .history: 0
        // People look far more often than they write.
        case .mixed: 20
        }
    }

    /// The operations that occur.
    var operations: [Operation] {
        switch self {
        case .send: [.send]
        case .history: [.history]
        case .mixed: [.send, .history]
        }
    }

    /// Draws the next operation.
    func nextOperation(using random: inout SeededRandom) -> Operation {
        switch self {
        case .send: .send
        case .history: .history
        case .mixed: random.number(below: 100) < sendPercent ? .send : .history
        }
    }
}
