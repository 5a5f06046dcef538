import CommandLineInterface
import Foundation
import TTRPC

/// `notelet-bench run`: puts load on a server and reports.
enum RunCommand {
    static let command = Command(
        "run",
        summary: "Measures a server under load",
        discussion: """
            Closed loop: each connection keeps a number of calls under way, and each answer makes \
            the next call. Every status is checked, and the number of notes of every page. \
            Ctrl-C ends the measurement, and what was measured until then is reported.
            """,
        options: RunOptions.all
    ) { invocation in
        let interruption = Interruption()
        let target = try Target(invocation)
        defer { target.end() }
        guard !interruption.hasHappened else { return .interrupted }
        let plan = loadPlan(invocation, target)
        let line = LiveLine()
        let run = LoadRun(
            plan,
            serverProcess: target.serverProcess,
            interruption: interruption
        )
        let result = try await run.run { line.show($0) }
        line.clear()
        try TextOutput.standard.write(
            invocation[RunOptions.json]
                ? ReportJSON(result, plan).text() + "\n" : ReportText.text(of: result, plan)
        )
        if result.wasInterrupted { return .interrupted }
        return result.isClean ? .success : .refused
    }

    /// The load that the options ask for.
    static func loadPlan(_ invocation: Invocation, _ target: Target) -> LoadPlan {
        let options = RunOptions.self
        return LoadPlan(
            workload: invocation[options.workload],
            address: target.address,
            population: target.population,
            connectionCount: invocation[options.connections],
            depth: invocation[options.depth],
            callsPerUser: invocation[options.callsPerUser],
            contentByteCount: invocation[StoreOptions.contentBytes],
            pageSize: invocation[options.pageSize],
            idempotency: invocation[options.keys] ? .keyed : .keyless,
            threadCount: invocation[options.threads],
            warmUp: .seconds(invocation[options.warmUp]),
            duration: .seconds(invocation[options.seconds]),
            seed: invocation[StoreOptions.seed]
        )
    }
}
