import TTRPC

/// What load is put on a server.
struct LoadPlan: Sendable {
    var workload: Workload
    var address: Address
    var population: Population
    /// Connections that make calls, spread over the load threads.
    var connectionCount: Int
    /// Calls that one connection has under way at a time, at most.
    var depth: Int
    /// Calls of one connection for one user before it speaks for another.
    var callsPerUser: Int
    /// The length of generated notes.
    var contentByteCount: Int
    var pageSize: Int
    var idempotency: Idempotency
    var threadCount: Int
    var warmUp: Duration
    var duration: Duration
    var seed: UInt64
    var pace = Pace.closedLoop
    var receivers = Receivers.Choice.uniform
    var zipfExponent = 1.0
    /// The texts of notes; nil for generated ones.
    var textCorpus: Corpus?
    /// The live streams of the `watch` workload.
    var watch: Watch?
    /// Whether answers are compared with a model of what must come.
    var verification = Verification.none

    /// Whether sends carry an idempotency key.
    enum Idempotency: String, Sendable {
        case keyed
        case keyless
    }

    /// What makes the next call.
    enum Pace: Equatable, Sendable {
        /// The answer to the last one: every connection has as many calls under way as it may.
        case closedLoop
        /// The clock, so many times a second in all, whatever the server does.
        case openLoop(perSecond: Double, ArrivalSchedule.Arrivals)
    }

    /// Who is watched, and how often.
    struct Watch: Equatable, Sendable {
        /// Live streams in all, each on a connection of its own.
        var watcherCount: Int
        /// The users who are watched, and who get all notes.
        var watchedUserCount: Int
        /// What all watch instead, each as another user; nil for what users receive.
        var pool: Pool?

        /// A pool of orders, whose feed is watched elsewhere than orders are opened.
        struct Pool: Equatable, Sendable {
            /// The name of the feed.
            var feed: String
            /// Where it is watched.
            var address: Address
        }

        /// As whom somebody watches.
        func user(ofWatcherAt index: Int) -> Int {
            pool == nil ? index % watchedUserCount : index
        }

        /// How many of the watchers watch this user.
        func watcherCount(ofUserAt index: Int) -> Int {
            let (each, rest) = watcherCount.quotientAndRemainder(dividingBy: watchedUserCount)
            return index < watchedUserCount ? each + (index < rest ? 1 : 0) : 0
        }
    }

    /// How much of an answer is looked at.
    enum Verification: Sendable {
        /// The status, and how many notes a page holds.
        case none
        /// Everything, against a model.
        case full
    }

    /// Whether each note bears a stamp, by which it is known again.
    var isStamped: Bool { watch != nil || verification == .full }

    /// The texts of notes, with room for a stamp where they bear one.
    var corpus: Corpus {
        let stampByteCount = isStamped ? Stamp.byteCount : 0
        return textCorpus
            ?? Corpus(generatedByteCount: max(contentByteCount - stampByteCount, 1))
    }

    /// The longest note of this run or of the store's filling.
    var contentByteCountMax: Int {
        max(contentByteCount, textCorpus.map { $0.byteCountMax + Stamp.byteCount } ?? 0)
    }
}

extension LoadPlan {
    /// Durable sends for some seconds, as other loads of a server are measured beside.
    static func sends(
        _ preload: PreloadPlan,
        among population: Population,
        to address: Address,
        seconds: Int
    ) -> LoadPlan {
        LoadPlan(
            workload: .send,
            address: address,
            population: population,
            connectionCount: 32,
            depth: 16,
            callsPerUser: 1,
            contentByteCount: preload.corpus.byteCountMax,
            pageSize: 50,
            idempotency: .keyless,
            threadCount: 2,
            warmUp: .seconds(1),
            duration: .seconds(seconds),
            seed: preload.seed
        )
    }
}
