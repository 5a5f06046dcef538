import TTRPC

/// Measures what nobody can pass: the disk, bare LMDB, and an echo under the same load.
final class FloorTrials {
    private let settings: SuiteSettings
    private let population: Population
    private let interruption: Interruption
    private let rates: OpenLoopRates
    private let folder: String
    private let lmdb: LMDBFloor
    private let receiptEcho: EchoFloor
    private let pageEcho: EchoFloor
    private var random: SeededRandom

    static let overwrittenSetup = "4 KiB overwritten + fdatasync"
    static let echoSetup = "echo of frames, no store"
    /// As many sends as the load has under way: a store cannot gather more in one commit.
    private static let groupCount = 512

    /// Starts the echoes.
    ///
    /// - Parameters:
    ///   - settings: How the benchmark runs.
    ///   - population: The users for whom calls are made; the echo knows none of them.
    ///   - lmdb: A store that is filled already.
    ///   - folder: Where the disk is measured.
    ///   - rates: The rates of the open loops so far.
    ///   - interruption: Ends a measurement early.
    /// - Throws: `CommandFailure` if an echo cannot listen.
    init(
        _ settings: SuiteSettings,
        _ population: Population,
        lmdb: LMDBFloor,
        folder: String,
        _ rates: OpenLoopRates,
        _ interruption: Interruption
    ) throws {
        self.settings = settings
        self.population = population
        self.interruption = interruption
        self.folder = folder
        self.rates = rates
        self.lmdb = lmdb
        receiptEcho = try EchoFloor(.receipt)
        pageEcho = try EchoFloor(
            .page(noteCount: 50, content: settings.plan.corpus.text(at: 0))
        )
        random = SeededRandom(seed: settings.plan.seed)
    }

    /// What is measured.
    var trials: [SuiteTrial] {
        [
            writer, echo(.sendByMany, receiptEcho, .byMany(.send)),
            openLoopEcho,
            disk(.sendOpenLoop, .overwritten, FloorTrials.overwrittenSetup),
            disk(.sendAlone, .appended, "4 KiB appended + fdatasync"),
            disk(.sendAlone, .overwritten, FloorTrials.overwrittenSetup),
            echo(.sendAlone, receiptEcho, .alone(.send)),
            reader(.historyByMany), echo(.historyByMany, pageEcho, .byMany(.history)),
            echo(.historyAlone, pageEcho, .alone(.history)),
        ]
    }

    /// Stops the echoes.
    func stop() {
        receiptEcho.stop()
        pageEcho.stop()
    }

    private var duration: Duration { .seconds(settings.seconds) }

    private var writer: SuiteTrial {
        let setup = "bare LMDB, \(FloorTrials.groupCount) a commit"
        return SuiteTrial(contestant: .floor, figure: .sendByMany, setup: setup) { [self] in
            let (latency, seconds) = try lmdb.write(
                groupCount: FloorTrials.groupCount,
                for: duration,
                &random,
                interruption
            )
            let sample = SuiteSample(
                latency,
                seconds: seconds,
                callsPerRecord: FloorTrials.groupCount
            )
            return SuiteTrial.Outcome(.sendByMany, sample)
        }
    }

    private func reader(_ figure: SuiteFigure) -> SuiteTrial {
        let setup = "bare LMDB, one thread, in process"
        return SuiteTrial(contestant: .floor, figure: figure, setup: setup) { [self] in
            let (latency, seconds) = try lmdb.read(
                pageSize: 50,
                for: duration,
                &random,
                interruption
            )
            return SuiteTrial.Outcome(figure, SuiteSample(latency, seconds: seconds))
        }
    }

    private func disk(
        _ figure: SuiteFigure,
        _ placement: DiskFloor.Placement,
        _ setup: String
    ) -> SuiteTrial {
        SuiteTrial(contestant: .floor, figure: figure, setup: setup) { [self] in
            let floor = DiskFloor(
                folder: folder,
                placement: placement,
                duration: figure.isSustained ? .seconds(settings.sustainedSeconds) : duration,
                interruption: interruption
            )
            let (latency, seconds) = try floor.run()
            return SuiteTrial.Outcome(figure, SuiteSample(latency, seconds: seconds))
        }
    }

    private func echo(_ figure: SuiteFigure, _ echo: EchoFloor, _ load: SuiteLoad) -> SuiteTrial {
        SuiteTrial(contestant: .floor, figure: figure, setup: FloorTrials.echoSetup) { [self] in
            try await measure(figure, echo, load)
        }
    }

    /// What an open loop of the same rate comes to with nothing behind it: how long the machine
    /// itself keeps calls waiting.
    private var openLoopEcho: SuiteTrial {
        SuiteTrial.sends(
            to: .floor,
            atRateOf: .notelet,
            "Notelet's rate on the \(FloorTrials.echoSetup)",
            rates
        ) { [self] figure, load in
            try await measure(figure, receiptEcho, load)
        }
    }

    private func measure(
        _ figure: SuiteFigure,
        _ echo: EchoFloor,
        _ load: SuiteLoad
    ) async throws -> SuiteTrial.Outcome {
        let address = Address.tcp(host: "127.0.0.1", port: echo.port)
        let run = LoadRun(
            load.plan(settings, on: address, population),
            serverProcess: nil,
            interruption: interruption
        )
        return try SuiteTrial.Outcome(figure, await run.run { _ in })
    }
}
