/// The same load at several rates, one after another.
struct Sweep: Sendable {
    /// The load, whose pace differs from point to point.
    let plan: LoadPlan
    /// By rising rate, as they were asked for.
    var points: [Point] = []

    /// One rate and what came of it.
    struct Point: Sendable {
        /// Calls per second that were asked for.
        let rate: Double
        let result: LoadResult

        /// Whether the server followed: no call was left out, and the queue did not grow without
        /// end, which shows as answers that come slower than calls.
        var isSustained: Bool {
            result.unmadeCount == 0 && result.unansweredCount == 0
                && callRate >= Sweep.sustainedShareMin * rate
        }

        /// Answers to calls per second; deliveries to watchers are none.
        var callRate: Double {
            let count = Operation.allCases.filter { $0 != .delivery }
                .reduce(0) { $0 + result.tally[$1].answeredCount }
            return Double(count) / max(result.seconds, 0.001)
        }
    }

    /// Chance alone makes a rate a little lower or higher.
    private static let sustainedShareMin = 0.95
    /// The percentiles that are drawn.
    private static let percentiles: [Percentile] = [.p50, .p99, .p999]

    /// The drawing.
    var plot: LatencyPlot {
        let machine = Machine.current
        let arrivals: String =
            switch plan.pace {
            case .openLoop(_, let arrivals): arrivals.rawValue
            case .closedLoop: "closed loop"
            }
        return LatencyPlot(
            title: "\(plan.workload.rawValue): latency against load",
            caption: "\(plan.connectionCount) connections x \(plan.depth), \(arrivals) arrivals, "
                + "\(plan.population.users.count) users, "
                + "\(machine.processorCount) x \(machine.processor)",
            panels: plan.workload.operations.map(panel)
        )
    }

    private func panel(_ operation: Operation) -> LatencyPlot.Panel {
        LatencyPlot.Panel(
            title: operation.name,
            series: Sweep.percentiles.map { percentile in
                LatencyPlot.Series(
                    name: percentile.name,
                    points: points.compactMap { point in
                        let latency = point.result.tally[operation].latency
                        return percentile.nanoseconds(in: latency).map { nanoseconds in
                            LatencyPlot.Point(
                                rate: point.callRate,
                                nanoseconds: Double(max(nanoseconds, 1)),
                                isSustained: point.isSustained
                            )
                        }
                    }
                )
            }
        )
    }
}
