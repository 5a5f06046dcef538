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

    /// A measurement begins only if the sessions live this much longer, in seconds.
    private static let sessionMarginSeconds = 60.0

    /// Starts a server on the store.
    init(
        _ settings: SuiteSettings,
        store: BenchStore,
        _ rates: OpenLoopRates,
        _ interruption: Interruption
    ) throws {
        self.settings = settings
        self.rates = rates
        self.interruption = interruption
        self.store = store
        population = try store.prepare(settings.plan, .hidden)
        child = try ServerChild(program: settings.serverProgram, storePath: store.path)
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
        let run = LoadRun(
            load.plan(settings, on: try Address(child.address), population),
            serverProcess: child.processIdentifier,
            interruption: interruption
        )
        return try SuiteTrial.Outcome(figure, await run.run { _ in })
    }

    /// Opens new sessions before the old ones end, for which the server has to stand aside.
    private func renewSessions() throws {
        let left = Double(population.expiresAt) - Date().timeIntervalSince1970
        let seconds = max(settings.seconds, settings.sustainedSeconds)
        guard left < Double(seconds) + NoteletTrials.sessionMarginSeconds else { return }
        child.stop()
        population = try store.prepare(settings.plan, .hidden)
        child = try ServerChild(program: settings.serverProgram, storePath: store.path)
    }
}
