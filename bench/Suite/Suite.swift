import CommandLineInterface
import Foundation
import Glibc
import NoteletAPI

/// The standard benchmark: Notelet beside its peers and the floors, in one run.
final class Suite {
    private let settings: SuiteSettings
    private let interruption: Interruption
    private let show: (String) -> Void
    private let rates = OpenLoopRates()
    private var report: SuiteReport
    /// What has to be stopped at the end, in this order.
    private var stops: [() -> Void] = []

    /// How long the machine rests between measurements, after what was written has reached the
    /// disk: the work that one contestant left behind is not to fall to the next.
    private static let rest = Duration.milliseconds(200)

    /// Prepares a run; `show` is told what it is at.
    init(
        _ settings: SuiteSettings,
        _ interruption: Interruption,
        show: @escaping (String) -> Void
    ) {
        self.settings = settings
        self.interruption = interruption
        self.show = show
        report = SuiteReport(settings)
    }

    /// Measures everything, and leaves nothing running.
    func run(_ progress: ProgressLine.Appearance) async throws -> SuiteReport {
        let machine = MachineWatch()
        let stores = try SuiteStores(settings)
        defer {
            for stop in stops { stop() }
            stores.removeWork()
        }
        show("filling the store of Notelet, or copying it")
        let notelet = try NoteletTrials(
            settings,
            store: try stores.notelet(progress),
            rates,
            interruption
        )
        stops.append(notelet.stop)
        report.versions[.notelet] = NoteletVersion.text
        let trials = SuiteTrial.inTurns(try notelet.trials + others(notelet, stores))
        let short = trials.filter { !$0.figure.isSustained }
        let long = trials.filter(\.figure.isSustained)
        let ordered = [short, long].flatMap { trials in
            Array(repeating: trials, count: settings.repetitionCount).joined()
        }
        for (index, trial) in ordered.enumerated() where !interruption.hasHappened {
            try await measure(trial, "\(index + 1) of \(ordered.count)")
        }
        for large in settings.largeStores where !interruption.hasHappened {
            await measure(large, beside: notelet, progress)
        }
        report.wasInterrupted = interruption.hasHappened
        report.machineLoad = machine.load
        return report
    }

    /// Starts whoever else is there, filled with the same notes.
    private func others(
        _ notelet: NoteletTrials,
        _ stores: SuiteStores
    ) throws -> [SuiteTrial] {
        show("filling a bare LMDB store, or copying it")
        let population = notelet.population
        let floors = try FloorTrials(
            settings,
            population,
            lmdb: try stores.lmdb(),
            folder: stores.work,
            rates,
            interruption
        )
        stops.append(floors.stop)
        return try peers(stores, population) + floors.trials + notelet.floorTrials
    }

    /// Starts the peers that are installed.
    private func peers(_ stores: SuiteStores, _ population: Population) throws -> [SuiteTrial] {
        let (scripts, folder, plan) = (settings.peers, stores.work, settings.plan)
        let redis = try start(.redis) {
            try RedisPeer(scripts: scripts, folder: folder, plan)
        }
        let postgres = try start(.postgres) {
            try PostgresPeer(scripts: scripts, kept: settings.storeFolder, folder: folder, plan)
        }
        let clustered = try start(.clustered) {
            try ClusteredPeer(scripts: scripts, folder: folder, plan)
        }
        let nats = try start(.nats) {
            try NATSPeer(scripts: scripts, folder: folder)
        }
        return [
            redis.map { loaded(.redis, $0, population).trials },
            postgres.map { PostgresTrials(settings, $0).trials },
            clustered.map { loaded(.clustered, $0, population).trials },
            nats.map { loaded(.nats, $0, population).sendTrials },
        ].flatMap { $0 ?? [] }
    }

    /// Starts a peer, or tells why it is not there.
    private func start<Started: Peer>(
        _ contestant: Contestant,
        _ start: () throws -> Started
    ) throws -> Started? {
        show("starting \(contestant.name) and filling it")
        do {
            let peer = try start()
            stops.append(peer.stop)
            report.versions[contestant] = peer.version
            return peer
        } catch let absence as PeerAbsence {
            report.add(remark: "\(contestant.name) was not measured: \(absence)")
            return nil
        }
    }

    private func loaded<Loaded: LoadedPeer>(
        _ contestant: Contestant,
        _ peer: Loaded,
        _ population: Population
    ) -> LoadedPeerTrials<Loaded> {
        LoadedPeerTrials(of: contestant, peer, settings, population, rates, interruption)
    }

    /// Measures Notelet on a store of more users, in turns with itself on the usual one.
    ///
    /// That comes last, one store after the other: what it takes of memory and disk is nobody
    /// else's trouble then, and what was measured before is not lost if there is too little.
    private func measure(
        _ large: LargeStore,
        beside notelet: NoteletTrials,
        _ progress: ProgressLine.Appearance
    ) async {
        do {
            let settings = settings.filled(by: large.plan(like: settings.plan))
            let stores = try SuiteStores(settings)
            defer { stores.removeWork() }
            show("filling the store of \(large.contents), or copying it")
            let store = try stores.notelet(progress)
            let server = try NoteletTrials(settings, store: store, rates, interruption, large)
            defer { server.stop() }
            show("warming up the server of \(large.contents)")
            await settle()
            try await server.warmUp()
            let trials = zip(notelet.trialsAmongMore, server.trialsAmongMore).flatMap { [$0, $1] }
            for repetition in 1...settings.repetitionCount {
                for trial in trials where !interruption.hasHappened {
                    try await measure(trial, "\(repetition) of \(settings.repetitionCount)")
                }
            }
        } catch {
            let failure =
                error as? CommandFailure ?? CommandFailure(.inputOutput, "\(error)")
            report.leaveOut(large.row, failure)
        }
    }

    private func measure(_ trial: SuiteTrial, _ number: String) async throws {
        show("\(number): \(trial.contestant.name), \(trial.figure.title)")
        await settle()
        let outcome: SuiteTrial.Outcome
        do {
            outcome = try await trial.measure()
        } catch let failure as CommandFailure {
            return report.leaveOut(trial.row(of: trial.figure), failure)
        }
        // A measurement that was cut short is none.
        guard !interruption.hasHappened else { return }
        for figure in SuiteFigure.allCases {
            let row = trial.row(of: figure)
            if let sample = outcome.samples[figure] { report.add(sample, to: row) }
            if let remark = outcome.remarks[figure] { report.add(remark: remark, on: row) }
            if let failure = outcome.failures[figure] { report.leaveOut(row, failure) }
        }
    }

    private func settle() async {
        sync()
        await interruption.wait(atMost: Suite.rest)
    }
}

/// How the standard benchmark runs.
struct SuiteSettings: Sendable {
    /// What all stores are filled with.
    var plan: PreloadPlan
    /// Seconds of each measurement.
    let seconds: Int
    /// How often each is repeated.
    let repetitionCount: Int
    /// Seconds of what takes longer: sends at full rate, and the open loop at a share of it.
    let sustainedSeconds: Int
    /// Where the filled stores are kept.
    let folder: String
    /// The server to measure.
    let serverProgram: String
    /// The folder of the scripts that run the peers.
    let peers: String
    /// More options of the server, such as a setting that is to be tried.
    var serverArguments: [String] = []
    /// The stores of more users that Notelet is measured on as well.
    var largeStores: [LargeStore] = []

    /// Load before each measurement that does not count.
    static let warmUp = Duration.milliseconds(500)

    /// Bytes of each note.
    var contentByteCount: Int { plan.corpus.byteCountMax }

    /// The same measurements on a store that another plan fills.
    func filled(by plan: PreloadPlan) -> SuiteSettings {
        var settings = self
        settings.plan = plan
        return settings
    }

    /// Where the stores filled by this plan are: another plan has a folder of its own.
    var storeFolder: String {
        "\(folder)/\(plan.userCount)x\(plan.messageCount)x\(contentByteCount)-\(plan.seed)"
    }
}

/// How many sends a second the last open loop of each contestant asked for.
///
/// Others are measured at the same rate: what one keeps up with may be more than another can, and
/// times say most where the rates are equal.
final class OpenLoopRates {
    private var perSecond: [Contestant: Double] = [:]

    /// The rate of a contestant; nil before its first open loop.
    subscript(contestant: Contestant) -> Double? {
        get { perSecond[contestant] }
        set { perSecond[contestant] = newValue }
    }
}
