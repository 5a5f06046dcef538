import CommandLineInterface
import Foundation
import TTRPC

/// Measures Notelet, on a copy of the store that is kept.
final class NoteletTrials {
    private let settings: SuiteSettings
    private let rates: OpenLoopRates
    private let interruption: Interruption
    private let store: BenchStore
    private(set) var population: Population
    private var child: ServerChild
    /// What the store is, if it is one of more users.
    private let large: LargeStore?
    /// Whether the server knows the users of a large store.
    private var isWarm = false

    /// A measurement begins only if the sessions live this much longer, in seconds.
    private static let sessionMarginSeconds = 60.0
    /// How many users are watched where it is more than one.
    private static let watchedUserCount = 10

    /// Starts a server on the store.
    init(
        _ settings: SuiteSettings,
        store: BenchStore,
        _ rates: OpenLoopRates,
        _ interruption: Interruption,
        _ large: LargeStore? = nil
    ) throws {
        self.settings = settings
        self.rates = rates
        self.interruption = interruption
        self.store = store
        self.large = large
        population = try store.prepare(settings.plan, .hidden)
        child = try NoteletTrials.server(settings, store)
    }

    /// What is measured.
    var trials: [SuiteTrial] {
        [
            trial(.sendByMany, "", .byMany(.send)),
            trial(.historyByMany, "", .byMany(.history)),
            trial(.mixedByMany, "", .byMany(.mixed, pageSize: 20)),
            trial(.sendOverMany, "", .sendsOverMany),
            trial(.send, "", .many(.send)),
            trial(.send, "with idempotency keys", .many(.send, .keyed)),
            SuiteTrial.sustainedSends(of: .notelet, rates, interruption, measure),
            SuiteTrial.sends(
                to: .notelet,
                atRateOf: .redis,
                "at the rate of Redis",
                rates,
                measure
            ),
            trial(.sendAlone, "", .alone(.send)),
            trial(.history, "", .many(.history)),
            trial(.historyAlone, "", .alone(.history)),
            trial(.mixed, "", .many(.mixed, pageSize: 20)),
        ] + watchedTrials
    }

    /// What is measured on stores of more users as well, and in turns with them.
    var trialsAmongMore: [SuiteTrial] {
        let setup = large?.name ?? LargeStore.users(settings.plan.userCount)
        return [
            trial(.sendAmongMore, setup, .byMany(.send)),
            trial(.mixedAmongMore, setup, .byMany(.mixed, pageSize: 20)),
        ]
    }

    /// Stops the server.
    func stop() {
        child.stop()
    }

    /// How long pages of 20 take when nobody sends: what sends may add to.
    var floorTrials: [SuiteTrial] {
        [trial(.historyUnderSends, "Notelet, pages alone", .byMany(.history, pageSize: 20), .floor)]
    }

    /// Lets the server of a large store get to know its users, unless it does.
    func warmUp() async throws {
        guard let large, !isWarm else { return }
        isWarm = true
        let seconds = large.warmUpSeconds
        try await warm(.byMany(.send), seconds: seconds)
        try await warm(
            .byMany(.mixed, pageSize: 20),
            seconds: seconds / LargeStore.pagesPartOfWarmUp
        )
    }

    /// How long notes take to those who watch: one user, or the same number of notes to several.
    private var watchedTrials: [SuiteTrial] {
        let (one, several) = (1, NoteletTrials.watchedUserCount)
        guard several < population.users.count, settings.contentByteCount > Stamp.byteCount else {
            return []
        }
        return [
            trial(.delivery, "100 watchers of one user", .watched(userCount: one)),
            trial(.delivery, "1,000 watchers of ten users", .watched(userCount: several)),
        ]
    }

    private func trial(
        _ figure: SuiteFigure,
        _ setup: String,
        _ load: SuiteLoad,
        _ contestant: Contestant = .notelet
    ) -> SuiteTrial {
        SuiteTrial(contestant: contestant, figure: figure, setup: setup) { [self] in
            try await measure(figure, load)
        }
    }

    private func measure(
        _ figure: SuiteFigure,
        _ load: SuiteLoad
    ) async throws -> SuiteTrial.Outcome {
        try renewSessions()
        try await warmUp()
        return try SuiteTrial.Outcome(figure, await run(plan(load)))
    }

    private func warm(_ load: SuiteLoad, seconds: Int) async throws {
        var plan = try plan(load)
        plan.warmUp = .zero
        plan.duration = .seconds(seconds)
        _ = try await run(plan)
    }

    private func plan(_ load: SuiteLoad) throws -> LoadPlan {
        load.plan(settings, on: try Address(child.address), population)
    }

    private func run(_ plan: LoadPlan) async throws -> LoadResult {
        let run = LoadRun(
            plan,
            serverProcess: child.processIdentifier,
            interruption: interruption
        )
        return try await run.run { _ in }
    }

    /// Opens new sessions before the old ones end, for which the server has to stand aside.
    private func renewSessions() throws {
        let left = Double(population.expiresAt) - Date().timeIntervalSince1970
        let seconds = max(settings.seconds, settings.sustainedSeconds)
        guard left < Double(seconds) + NoteletTrials.sessionMarginSeconds else { return }
        child.stop()
        population = try store.prepare(settings.plan, .hidden)
        child = try NoteletTrials.server(settings, store)
        isWarm = false
    }

    private static func server(
        _ settings: SuiteSettings,
        _ store: BenchStore
    ) throws -> ServerChild {
        try ServerChild(
            program: settings.serverProgram,
            storePath: store.path,
            arguments: ServerChild.loadArguments + settings.serverArguments
        )
    }
}
