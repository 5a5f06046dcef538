import CommandLineInterface
import Glibc
import NoteletAPI

/// A question that nobody may be able to answer by how long calls take.
enum TimingTrial: String, CaseIterable, Sendable {
    /// Does the receiver watch, on one connection or on sixteen?
    case presence
    /// The same, asked of the call that follows the note at once.
    case following
    /// Has the receiver blocked me, muted a word of my note, or blocked somebody?
    case block
    /// Did the newest note that I see in my own list arrive?
    case sent
    /// Is a link that leads nowhere one that there never was?
    case link
    /// Is there an account of this address?
    case signIn = "sign-in"
    /// The same as of links, asked of the page that a link leads to.
    case page

    /// Those that can be asked at a door.
    static func all(at door: TimedDoor) -> [TimingTrial] {
        switch door {
        case .ttrpc: allCases.filter { $0 != .page }
        case .web: allCases
        }
    }

    /// What is timed: the first kind is there twice, to say what chance alone makes.
    func kinds(on stage: TimingStage) async throws -> [TimedKind] {
        switch self {
        case .presence: try await stage.receiversWhoWatch()
        case .following: try await stage.callsBehindNotes()
        case .block: try await stage.receiversWhoBlock()
        case .sent: try await stage.sendersWhoLook()
        case .link: try await stage.deadLinks()
        case .signIn: try stage.addresses()
        case .page: try await stage.deadPages()
        }
    }
}

/// Calls that should take as long as those of the other kinds.
struct TimedKind: Sendable {
    let name: String
    /// A call that is made right before the one that is timed.
    var preceding: TimedRequest?
    let request: TimedRequest
    /// Whose feeds are watched meanwhile, by their access tokens: once for each time in the list.
    var watchers: [String] = []
}

/// The times of the kinds of one trial.
struct TimingResult: Sendable {
    let trial: TimingTrial
    let names: [String]
    /// Nanoseconds of each call, by kind.
    let times: [[UInt64]]
}

extension TimingTrial {
    /// How calls are made.
    struct Pace: Sendable {
        /// Calls of each kind.
        let sampleCount: Int
        /// Between two calls.
        let gapMilliseconds: Int
        let seed: UInt64

        /// Calls of each kind before those that count.
        var warmUpCount: Int { min(20, sampleCount) }
    }

    /// Makes the calls of all kinds, in an order of chance, over one connection.
    func run(
        _ kinds: [TimedKind],
        through door: TimedDoor,
        _ pace: Pace,
        _ interruption: Interruption
    ) throws -> TimingResult {
        let callers = try TimedCallers(kinds, through: door)
        var random = SeededRandom(seed: pace.seed)
        var times = kinds.map { _ in [UInt64]() }
        for turn in 0..<(pace.warmUpCount + pace.sampleCount) where !interruption.hasHappened {
            for kind in kinds.indices.shuffled(using: &random) {
                usleep(UInt32(pace.gapMilliseconds) * 1_000)
                let time = try callers.time(kind, turn)
                if turn >= pace.warmUpCount { times[kind].append(time) }
            }
        }
        return TimingResult(trial: self, names: kinds.map(\.name), times: times)
    }
}

/// The connection of a trial's calls, and those of who watches.
///
/// It is one for all kinds: two connections, each with its place on a thread of the server's, can
/// be told apart whatever they carry.
private struct TimedCallers {
    private let kinds: [TimedKind]
    private let connection: TimedConnection
    private let watches: [HeldWatch]

    init(_ kinds: [TimedKind], through door: TimedDoor) throws {
        self.kinds = kinds
        connection = try TimedConnection(to: door)
        watches = try kinds.flatMap(\.watchers).map { token in
            try HeldWatch(through: door, token: token)
        }
    }

    func time(_ kind: Int, _ turn: Int) throws -> UInt64 {
        if let preceding = kinds[kind].preceding { _ = try connection.time(preceding, turn) }
        let time = try connection.time(kinds[kind].request, turn)
        // What comes live comes after the answer; it is not to wait for the next call.
        usleep(10_000)
        for watch in watches { watch.drain() }
        return time
    }
}
