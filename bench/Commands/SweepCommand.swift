import CommandLineInterface
import Foundation

/// `notelet-bench sweep`: measures at several rates, and draws latency against load.
enum SweepCommand {
    static let plot = Option<String?>.optional(
        "plot",
        .file,
        help: "Where to write the drawing, an SVG file."
    )
    static let rates = Option<[Double]>.repeated(
        "rates",
        .decimal(in: 0.1...10_000_000),
        help: "A rate to measure at, in calls per second; without any, shares of what the server "
            + "does in a closed loop, which is measured first."
    )
    static let steps = Option<Int>(
        "steps",
        .number(in: 2...50),
        default: "8",
        help: "How many shares these are, from a tenth up to nearly everything."
    )

    /// The shares of the closed loop's rate go up to this: beyond, queues grow without end.
    private static let shareMax = 0.95
    private static let shareMin = 0.1
    /// Access tokens last 15 minutes; the rest is for filling and ending.
    private static let secondsMax = 800.0

    static let command = Command(
        "sweep",
        summary: "Measures latency at several rates",
        discussion: """
            Each rate is an open loop of its own on the same server: latency counts from the \
            moment at which a call was due, and shows where it leaves the flat.
            """,
        options: [plot, rates, steps]
            + LoadOptions.all + StoreOptions.all + TargetOptions.all + OutputOptions.all
    ) { invocation in
        let interruption = Interruption()
        let progress = OutputOptions.progress(invocation)
        let target = try Target(invocation, progress)
        defer { target.end() }
        var plan = try LoadOptions.plan(invocation, target)
        let arrivals = invocation[LoadOptions.arrivals]
        plan.pace = .openLoop(perSecond: 1, arrivals)
        var sweep = Sweep(plan: plan)
        try checkTime(sweep.plan, invocation)
        let measure = { (pace: LoadPlan.Pace, label: String) in
            var plan = sweep.plan
            plan.pace = pace
            var line = LiveLine(progress, label: label)
            let run = LoadRun(
                plan,
                serverProcess: target.serverProcess,
                interruption: interruption
            )
            defer { line.clear() }
            return try await run.run { line.show($0) }
        }
        var given = invocation[rates].sorted()
        if given.isEmpty {
            let closed = try await measure(.closedLoop, "closed loop, ")
            given = shares(of: Sweep.Point(rate: 0, result: closed).callRate, invocation[steps])
        }
        for rate in given where !interruption.hasHappened {
            let pace = LoadPlan.Pace.openLoop(perSecond: rate, arrivals)
            let result = try await measure(pace, "\(ReportText.rate(rate))/s, ")
            sweep.points.append(Sweep.Point(rate: rate, result: result))
        }
        try write(sweep, invocation)
        if interruption.hasHappened { return .interrupted }
        // Too high a rate is no fault of anybody's, but a wrong answer is.
        let isRight = sweep.points.allSatisfy {
            $0.result.tally.failureCount == 0 && $0.result.differenceCount == 0
        }
        return isRight ? .success : .refused
    }

    /// Rates at equal distances, up to nearly the given one.
    static func shares(of rate: Double, _ count: Int) -> [Double] {
        (0..<count).map { index in
            let place = Double(index) / Double(count - 1)
            return max((shareMin + place * (shareMax - shareMin)) * rate, 0.1)
        }
    }

    private static func checkTime(_ plan: LoadPlan, _ invocation: Invocation) throws {
        let given = invocation[rates].count
        let runCount = given > 0 ? given : invocation[steps] + 1
        let seconds = Double(runCount) * ((plan.warmUp + plan.duration) / .seconds(1))
        guard seconds <= secondsMax else {
            throw CommandFailure(
                .usage,
                "\(runCount) measurements take \(Int(seconds)) s, but access tokens last 15 "
                    + "minutes: ask for fewer --steps or --seconds."
            )
        }
    }

    private static func write(_ sweep: Sweep, _ invocation: Invocation) throws {
        if let path = invocation[plot] {
            // A drawing is for everybody, unlike a store.
            let isWritten = FileManager.default.createFile(
                atPath: path,
                contents: Data(sweep.plot.svg.utf8),
                attributes: [.posixPermissions: 0o644]
            )
            guard isWritten else {
                throw CommandFailure(.inputOutput, "The file \(path) cannot be written.")
            }
        }
        let text =
            invocation[OutputOptions.json]
            ? try SweepReport.json(sweep) + "\n" : SweepReport.text(of: sweep)
        try TextOutput.standard.write(text)
    }
}
