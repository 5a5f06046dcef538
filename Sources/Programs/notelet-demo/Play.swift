import CommandLineInterface
import NoteletClient

/// The whole demo: a story on one server, and the clearing up after it.
struct Play {
    private let serverPath: String
    private let accountCount: Int
    private let noteCount: Int
    private let story: Story
    private let clockPath: String?
    private let stage: Stage

    /// Reads what was asked for on the command line.
    init(_ invocation: Invocation) {
        serverPath = invocation[DemoCommand.Options.server]
        accountCount = invocation[DemoCommand.Options.accounts]
        noteCount = invocation[DemoCommand.Options.notes]
        story = invocation[DemoCommand.Options.story]
        clockPath = invocation[DemoCommand.Options.clock]
        stage = Stage(color: invocation[DemoCommand.Options.color])
    }

    /// Plays all acts; the server and its store are gone afterwards, however it ends.
    func run() async throws -> ExitCode {
        let backstage = try Backstage(serverPath: serverPath)
        defer { backstage.clear() }
        let interruption = Interruption { signal in
            backstage.clear()
            try? TextOutput.standardError.writeLine(
                "\nnotelet-demo: interrupted; the server is ended and its store removed."
            )
            return 128 + signal
        }
        defer { interruption.cancel() }
        do {
            switch story {
            case .notes: try await perform(with: Fortunes.load(count: noteCount), backstage)
            case .directory: try await DirectoryStory(stage: stage, backstage: backstage).perform()
            case .rewards: try await performRewards(backstage)
            case .delivery: try await DeliveryStory(stage: stage, backstage: backstage).perform()
            }
            return .success
        } catch let failure as TextOutput.Failure {
            throw failure
        } catch {
            try report(error, backstage)
            return .refused
        }
    }

    private func perform(with texts: Fortunes, _ backstage: Backstage) async throws {
        let start = ContinuousClock.now
        try stage.title("쪽지 · Notelet, from the first sign-up to kill -9")
        let startTime = try await backstage.start()
        try stage.say("A server of its own, process \(backstage.processIdentifier),")
        try stage.say("serves \(backstage.address) after \(startTime.brief).")

        let scene = Scene(stage: stage, backstage: backstage, ledger: Ledger())
        let leads = try await FirstNotes(scene: scene).perform()
        let town = try await FullTown(
            scene: scene,
            leads: leads,
            texts: texts,
            accountCount: accountCount
        ).perform()
        try await FiveContacts(scene: scene, leads: leads).perform()
        try await LiveAnswer(scene: scene, leads: leads).perform()
        try await PagedHistory(scene: scene, leads: leads).perform()
        try await QuietBlock(scene: scene, leads: leads, town: town).perform()
        try await SameRequestTwice(scene: scene, leads: leads).perform()
        let reader = try await NoTrace(scene: scene, leads: leads).perform()
        let everybody = town.people + [leads.minji, leads.emma, reader]
        try await PulledPlug(
            scene: scene,
            leads: leads,
            senders: Array(town.people.prefix(Storm.senderCount)),
            everybody: everybody
        ).perform()
        try await close(scene, everybody, after: start)
    }

    private func performRewards(_ backstage: Backstage) async throws {
        guard let clockPath else {
            throw CommandFailure(.usage, "--story rewards needs --clock: weeks go by in it.")
        }
        let clock = try MovedClock(library: clockPath, at: backstage.place(for: "clock"))
        try await RewardStory(stage: stage, backstage: backstage, clock: clock).perform()
    }

    /// Ends the server in order, and says what happened and where to go from here.
    private func close(
        _ scene: Scene,
        _ everybody: [Person],
        after start: ContinuousClock.Instant
    ) async throws {
        try stage.title("The end")
        let (code, time) = await backstageEnd(scene.backstage)
        try stage.check("asked to stop, the server ends in order", code, is: 0, note: time.brief)
        let notes = scene.ledger.acknowledgedCount.grouped
        let seconds = (ContinuousClock.now - start).brief
        try stage.summary([
            ("accounts", everybody.count.grouped),
            ("notes", "\(notes) acknowledged, each there exactly once"),
            ("checks", "\(stage.checkCount.grouped), all of them passed"),
            ("time", seconds),
        ])
        try stage.summary([
            ("make serve", "a server of your own; then, beside it:"),
            (".build/release/notelet-cli --help", "notes from a shell"),
            ("python3 Protocol/examples/python/tour.py", "the same in Python"),
        ])
    }

    private func backstageEnd(_ backstage: Backstage) async -> (code: Int32, time: Duration) {
        let start = ContinuousClock.now
        let code = await backstage.stop()
        return (code, ContinuousClock.now - start)
    }

    private func report(_ error: any Error, _ backstage: Backstage) throws {
        switch error {
        case let mismatch as Mismatch: try stage.fail(mismatch)
        case let failure as CommandFailure: throw failure
        default:
            try stage.fail(Mismatch("the act goes on", expected: "a reply", got: "\(error)"))
        }
        try stage.quote("what the server said last", backstage.lastWords)
    }
}
