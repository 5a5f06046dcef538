/// Measures a peer with the load threads that Notelet is measured with.
struct LoadedPeerTrials<Peer: LoadedPeer> {
    private let contestant: Contestant
    private let peer: Peer
    private let settings: SuiteSettings
    private let population: Population
    private let rates: OpenLoopRates
    private let interruption: Interruption

    /// Takes a peer that runs.
    init(
        of contestant: Contestant,
        _ peer: Peer,
        _ settings: SuiteSettings,
        _ population: Population,
        _ rates: OpenLoopRates,
        _ interruption: Interruption
    ) {
        self.contestant = contestant
        self.peer = peer
        self.settings = settings
        self.population = population
        self.rates = rates
        self.interruption = interruption
    }

    /// All that is measured of a peer that keeps notes and shows them.
    var trials: [SuiteTrial] {
        sendTrials + [
            trial(.historyByMany, .byMany(.history)),
            trial(.mixedByMany, .byMany(.mixed, pageSize: 20)),
            SuiteTrial.sustainedSends(of: contestant, rates, interruption, measure),
            trial(.history, .many(.history)), trial(.historyAlone, .alone(.history)),
            trial(.mixed, .many(.mixed, pageSize: 20)),
        ]
    }

    /// What is measured of a peer that only takes notes.
    var sendTrials: [SuiteTrial] {
        [
            trial(.sendByMany, .byMany(.send)), trial(.sendOverMany, .sendsOverMany),
            trial(.send, .many(.send)), trial(.sendAlone, .alone(.send)),
        ]
    }

    private func trial(_ figure: SuiteFigure, _ load: SuiteLoad) -> SuiteTrial {
        SuiteTrial(contestant: contestant, figure: figure, setup: "") { [self] in
            try await measure(figure, load)
        }
    }

    private func measure(
        _ figure: SuiteFigure,
        _ load: SuiteLoad
    ) async throws -> SuiteTrial.Outcome {
        let plan = load.plan(settings, on: peer.address, population)
        let run = LoadRun(
            plan,
            serverProcess: peer.processIdentifier,
            interruption: interruption
        )
        let result = try await run.run { material, connection in
            peer.caller(material, pageSize: plan.pageSize, connection: connection)
        } _: { _ in
        }
        return try SuiteTrial.Outcome(figure, result)
    }
}

/// Measures PostgreSQL with its own pgbench: one query at a time, and in pipelines, each call of
/// another user.
struct PostgresTrials {
    private let settings: SuiteSettings
    private let peer: PostgresPeer

    /// Takes a PostgreSQL that runs.
    init(_ settings: SuiteSettings, _ peer: PostgresPeer) {
        self.settings = settings
        self.peer = peer
    }

    /// What is measured.
    var trials: [SuiteTrial] {
        [
            trial(.sendByMany, .send, connectionCount: 32),
            trial(.sendByMany, .send, connectionCount: 32, depth: 16),
            trial(.sendAlone, .send, connectionCount: 1),
            trial(.historyByMany, .history, connectionCount: 32),
            trial(.historyByMany, .history, connectionCount: 32, depth: 16),
            trial(.historyAlone, .history, connectionCount: 1),
            trial(.mixedByMany, .mixed, connectionCount: 32, pageSize: 20),
        ]
    }

    private func trial(
        _ figure: SuiteFigure,
        _ workload: Workload,
        connectionCount: Int,
        depth: Int = 1,
        pageSize: Int = 50
    ) -> SuiteTrial {
        let load = PostgresPeer.Load(
            workload: workload,
            connectionCount: connectionCount,
            depth: depth,
            pageSize: pageSize,
            seconds: settings.seconds,
            userCount: settings.plan.userCount,
            content: settings.plan.corpus.text(at: 0)
        )
        return SuiteTrial(contestant: .postgres, figure: figure, setup: Self.setup(load)) {
            let (latency, seconds) = try peer.run(load)
            let all = latency.values.reduce(into: Histogram()) { $0.merge($1) }
            var outcome = SuiteTrial.Outcome(
                figure,
                SuiteSample(all, seconds: seconds, callsPerRecord: depth)
            )
            if figure == .mixedByMany, let pages = latency[.history] {
                outcome.samples[.historyUnderSends] = SuiteSample(pages, seconds: seconds)
            }
            return outcome
        }
    }

    private static func setup(_ load: PostgresPeer.Load) -> String {
        if load.connectionCount == 1 { return "" }
        if load.depth == 1 { return "\(load.connectionCount) x 1" }
        let commits = load.workload == .send ? ", one commit for \(load.depth)" : ""
        return "\(load.connectionCount) x \(load.depth)\(commits)"
    }
}
