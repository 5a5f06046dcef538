/// What the standard benchmark measures, in the order of its table.
enum SuiteFigure: String, CaseIterable, Codable, Sendable {
    case sendByMany
    case historyByMany
    case mixedByMany
    case historyUnderSends
    case sendOverMany
    case send
    case sendSustained
    case sendOpenLoop
    case sendAlone
    case history
    case historyAlone
    case mixed
    case sendAmongMore
    case mixedAmongMore
    case delivery

    /// The heading in the table.
    var title: String {
        switch self {
        case .sendByMany: "durable send, a new user each call, 32 connections x 16 at a time"
        case .historyByMany: "newest 50 notes, a new user each call, 32 x 16"
        case .mixedByMany:
            "80 % newest 20 notes, 20 % durable send, a new user each call, 32 x 16"
        case .sendOverMany: "durable send, a new user each call, 1,000 x 1"
        case .send: "durable send, one user for 64 calls, 32 x 16"
        case .sendSustained: "durable send, 32 x 16, for longer"
        case .sendOpenLoop: "durable send, open loop at 80 % of one's own such rate"
        case .sendAlone: "durable send, one at a time"
        case .history: "newest 50 notes, one user for 64 calls, 32 x 16"
        case .historyAlone: "newest 50 notes, one at a time"
        case .mixed:
            "80 % newest 20 notes, 20 % durable send, one user for 64 calls, 32 x 16"
        case .historyUnderSends: "of these, the pages of 20 notes"
        case .sendAmongMore: "durable send, a new user each call, 32 x 16, among more users"
        case .mixedAmongMore:
            "80 % newest 20 notes, 20 % durable send, a new user each call, 32 x 16, "
                + "among more users"
        case .delivery:
            "a note's way to its live watchers, open loop, \(SuiteLoad.watchedSendsPerSecond) "
                + "sends a second"
        }
    }

    /// What ratios compare.
    var basis: Basis {
        switch self {
        case .sendByMany, .historyByMany, .mixedByMany, .sendOverMany: .rate
        case .send, .sendSustained, .history, .mixed: .rate
        case .sendAmongMore, .mixedAmongMore: .rate
        case .sendAlone, .historyAlone: .p50
        case .historyUnderSends, .delivery: .p99
        case .sendOpenLoop: .p999
        }
    }

    /// Whether it takes longer than the others, and shows what passes only after a while.
    var isSustained: Bool {
        self == .sendSustained || self == .sendOpenLoop || self == .delivery
    }

    /// What of a load's calls and events it tells of.
    var operations: [Operation] {
        self == .delivery ? [.delivery] : Operation.allCases
    }

    /// Whether Notelet's first row is what its other rows are compared with.
    var comparesNoteletWithItself: Bool {
        switch self {
        case .sendAmongMore, .mixedAmongMore, .delivery: true
        default: false
        }
    }

    /// What p99.9 is to be at most, in nanoseconds; nil where nothing is asked.
    var p999Max: UInt64? {
        self == .sendOpenLoop ? 50_000_000 : nil
    }

    /// What ratios compare.
    enum Basis: String, Codable, Sendable {
        /// Calls per second.
        case rate
        /// How long the call in the middle takes.
        case p50
        /// How long the slowest hundredth takes at least.
        case p99
        /// How long the slowest thousandth takes at least.
        case p999
    }
}

/// Who is measured.
enum Contestant: String, CaseIterable, Codable, Sendable {
    case notelet
    case redis
    case postgres
    /// A log in front of a clustered LMDB, in C.
    case clustered
    case nats
    case floor

    /// The name in the table.
    var name: String {
        switch self {
        case .notelet: "Notelet"
        case .redis: "Redis"
        case .postgres: "PostgreSQL"
        case .clustered: "C"
        case .nats: "NATS"
        case .floor: "floor"
        }
    }

    /// What it serves with, as the table tells; nil where each set-up has its own.
    var threads: String? {
        switch self {
        case .notelet: "2 event loops, a writer, a mover"
        case .redis: "1"
        case .postgres: "a process for each connection"
        case .clustered: "1, a mover"
        case .nats: "Go's, as many at a time as processors"
        case .floor: nil
        }
    }
}
