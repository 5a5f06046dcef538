import CommandLineInterface
import TTRPC

/// `notelet-bench run`: puts load on a server and reports.
enum RunCommand {
    static let rate = Option<Double?>.optional(
        "rate",
        .decimal(in: 0.1...10_000_000),
        help: "Open loop: so many calls a second in all, whatever the server does; latency counts "
            + "from the moment at which a call was due. Without it the loop is closed: an answer "
            + "makes the next call."
    )

    static let web = Option<Bool>.flag(
        "web",
        help: "Make the calls over HTTP, as the Connect protocol has them in the binary form, one "
            + "at a time on each connection; with --server that is where HTTP is spoken in plain."
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
        options: [rate, web] + LoadOptions.all + StoreOptions.all + TargetOptions.all
            + OutputOptions.all
    ) { invocation in
        let interruption = Interruption()
        let progress = OutputOptions.progress(invocation)
        try checkDoor(invocation)
        let target = try Target(
            invocation,
            progress,
            furtherArguments: invocation[web] ? ServerChild.webArguments : []
        )
        defer { target.end() }
        guard !interruption.hasHappened else { return .interrupted }
        var plan = try LoadOptions.plan(invocation, target)
        if invocation[web] {
            plan.depth = 1
            if let port = target.webPort { plan.address = .tcp(host: "127.0.0.1", port: port) }
        }
        if let rate = invocation[rate] {
            plan.pace = .openLoop(perSecond: rate, invocation[LoadOptions.arrivals])
        }
        var line = LiveLine(progress)
        let run = LoadRun(
            plan,
            serverProcess: target.serverProcess,
            interruption: interruption
        )
        let result =
            invocation[web]
            ? try await run.run(over: ConnectWire.self) { line.show($0) }
            : try await run.run { line.show($0) }
        line.clear()
        try TextOutput.standard.write(
            invocation[OutputOptions.json]
                ? ReportJSON(result, plan).text() + "\n" : ReportText.text(of: result, plan)
        )
        if result.wasInterrupted { return .interrupted }
        return result.isClean ? .success : .refused
    }

    /// Refuses what the load does by frames alone.
    private static func checkDoor(_ invocation: Invocation) throws {
        guard invocation[web] else { return }
        guard invocation[LoadOptions.workload] != .watch, !invocation[LoadOptions.verify],
            invocation[LoadOptions.depth] ?? 1 == 1
        else {
            throw CommandFailure(
                .usage,
                "--web makes one call at a time on each connection, and neither watches nor "
                    + "verifies: leave out --verify, --depth and the workload watch."
            )
        }
    }
}
