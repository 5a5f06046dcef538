import CommandLineInterface

/// `notelet-bench run`: puts load on a server and reports.
enum RunCommand {
    static let rate = Option<Double?>.optional(
        "rate",
        .decimal(in: 0.1...10_000_000),
        help: "Open loop: so many calls a second in all, whatever the server does; latency counts "
            + "from the moment at which a call was due. Without it the loop is closed: an answer "
            + "makes the next call."
    )

    static let command = Command(
        "run",
        summary: "Measures a server under load",
        discussion: """
            Closed loop: each connection keeps a number of calls under way, and each answer makes \
            the next call. Open loop, with --rate: the clock makes the calls. Every status is \
            checked, and the number of notes of every page; with --verify, everything. Ctrl-C ends \
            the measurement, and what was measured until then is reported.
            """,
        options: [rate] + LoadOptions.all + StoreOptions.all + TargetOptions.all + OutputOptions.all
    ) { invocation in
        let interruption = Interruption()
        let progress = OutputOptions.progress(invocation)
        let target = try Target(invocation, progress)
        defer { target.end() }
        guard !interruption.hasHappened else { return .interrupted }
        var plan = try LoadOptions.plan(invocation, target)
        if let rate = invocation[rate] {
            plan.pace = .openLoop(perSecond: rate, invocation[LoadOptions.arrivals])
        }
        var line = LiveLine(progress)
        let run = LoadRun(
            plan,
            serverProcess: target.serverProcess,
            interruption: interruption
        )
        let result = try await run.run { line.show($0) }
        line.clear()
        try TextOutput.standard.write(
            invocation[OutputOptions.json]
                ? ReportJSON(result, plan).text() + "\n" : ReportText.text(of: result, plan)
        )
        if result.wasInterrupted { return .interrupted }
        return result.isClean ? .success : .refused
    }
}
