import CommandLineInterface

/// `notelet-bench timing`: what can be told by how long calls take.
enum TimingCommand {
    static let only = Option<[TimingTrial]>.repeated(
        "only",
        .choice("QUESTION"),
        help: "A question to ask; all without any. May be given several times."
    )
    static let samples = Option<Int>(
        "samples",
        .number(in: 1...1_000_000),
        default: "1000",
        help: "Calls of each kind."
    )
    static let gap = Option<Int>(
        "gap",
        .number(in: 0...1_000),
        default: "20",
        help: "Milliseconds between two calls."
    )
    static let web = Option<Bool>.flag(
        "web",
        help: "Make the calls over HTTP, and ask for pages too."
    )
    static let margin = Option<Int?>.optional(
        "margin",
        .number(in: 0...500),
        help: "Fail if a kind is told by more than so many thousandths beyond chance."
    )

    static let command = Command(
        "timing",
        summary: "Measures what can be told by how long calls take",
        discussion: """
            Starts a server, and makes calls of several kinds that should take equally long, one \
            at a time and in random order: sends to receivers who watch, who block the sender or \
            mute a word, and to others; calls that follow such a send at once; lists of notes that \
            arrived or did not; look-ups of links that never were or are no more; log-ins for \
            addresses that somebody has or nobody. 'told from the first' is the area under the \
            curve of the best guess, 0.5 for chance and 1 for certainty; the first kind is \
            measured twice, which shows what chance alone comes to. With --web all of that goes \
            over HTTP, and the pages of such links are asked for too.
            """,
        options: [only, samples, gap, web, margin] + StoreOptions.all + TargetOptions.own
            + [OutputOptions.quiet]
    ) { invocation in
        let interruption = Interruption()
        let target = try Target(
            invocation,
            OutputOptions.progress(quiet: invocation),
            serverArguments: ServerChild.loadArguments + guessingArguments
                + (invocation[web] ? ServerChild.webArguments : [])
        )
        defer { target.end() }
        let pace = TimingTrial.Pace(
            sampleCount: invocation[samples],
            gapMilliseconds: invocation[gap],
            seed: invocation[StoreOptions.seed]
        )
        var report = TimingReport()
        let (chosen, kinds, door) = try await prepare(invocation[only], target)
        for (trial, kinds) in zip(chosen, kinds) where !interruption.hasHappened {
            report.append(try trial.run(kinds, through: door, pace, interruption))
        }
        try TextOutput.standard.write(report.text)
        if interruption.hasHappened { return .interrupted }
        guard let margin = invocation[margin], report.excess * 1_000 > Double(margin) else {
            return .success
        }
        return .refused
    }

    /// Prepares all people before the first call is timed, and leaves the server alone then.
    private static func prepare(
        _ asked: [TimingTrial],
        _ target: Target
    ) async throws -> ([TimingTrial], [[TimedKind]], TimedDoor) {
        let stage = try await TimingStage(target)
        defer { stage.end() }
        let all = TimingTrial.all(at: stage.door)
        guard asked.allSatisfy(all.contains) else {
            throw CommandFailure(.usage, "Pages are there with --web alone.")
        }
        let trials = asked.isEmpty ? all : asked
        var kinds: [[TimedKind]] = []
        for trial in trials { kinds.append(try await trial.kinds(on: stage)) }
        return (trials, kinds, stage.door)
    }

    /// The limits that many wrong passwords would run into.
    private static let guessingArguments = [
        "--free-sign-in-failures", "1000", "--sign-in-failures-per-day", "none",
    ]
}
