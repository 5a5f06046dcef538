/// A kind of call, or of event.
enum Operation: Int, CaseIterable, Sendable {
    /// A note to somebody's personal link, acknowledged once it is durable.
    case send
    /// The newest page of what a user received.
    case history
    /// A note's way from its send to a watcher of its receiver.
    case delivery
    /// A log-in with e-mail and password.
    case signIn

    /// The name in reports.
    var name: String {
        switch self {
        case .send: "send"
        case .history: "history"
        case .delivery: "delivery"
        case .signIn: "sign-in"
        }
    }
}

/// Which calls are made, in which shares.
enum Workload: String, CaseIterable, Sendable {
    case send
    case history
    case mixed
    case watch
    case signIn = "sign-in"

    /// How many of a hundred calls of a mix are sends: people look far more often than they write.
    static let sendPercent: UInt64 = 20

    /// The operations that reports tell about.
    var operations: [Operation] {
        switch self {
        case .send: [.send]
        case .history: [.history]
        case .mixed: [.send, .history]
        case .watch: [.send, .delivery]
        case .signIn: [.signIn]
        }
    }

    /// Draws the next operation.
    func nextOperation(using random: inout SeededRandom) -> Operation {
        switch self {
        case .send, .watch: .send
        case .history: .history
        case .mixed: random.number(below: 100) < Workload.sendPercent ? .send : .history
        case .signIn: .signIn
        }
    }

    /// Connections, where nothing else is asked for.
    var standardConnectionCount: Int {
        switch self {
        case .send, .history, .mixed: 32
        // Enough to keep the fan-out busy, few enough to see how long a delivery takes.
        case .watch: 8
        // What the server hashes at a time, and as many who wait; it refuses a crowd.
        case .signIn: 4
        }
    }

    /// Calls under way on each connection, where nothing else is asked for.
    var standardDepth: Int {
        switch self {
        case .send, .history, .mixed: 16
        case .watch, .signIn: 1
        }
    }

    /// Notes of a page, where nothing else is asked for: a screen full, or in a mix what is new.
    var standardPageSize: Int {
        self == .mixed ? 20 : 50
    }
}
