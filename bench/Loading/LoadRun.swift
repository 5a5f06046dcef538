import CommandLineInterface
import Locking
import Networking

/// One measurement from its first connection to its last answer.
struct LoadRun {
    private let plan: LoadPlan
    private let serverProcess: Int32?
    private let interruption: Interruption
    /// What callers may end the run by.
    let control = RunControl(drainNanoseconds: LoadRun.drainNanoseconds)

    /// How long calls that are under way at the end may take.
    private static let drainNanoseconds: UInt64 = 5_000_000_000
    /// How long watchers may take to get what was there before.
    private static let catchUpTime = Duration.seconds(60)

    /// Prepares a measurement.
    ///
    /// - Parameters:
    ///   - plan: The load.
    ///   - serverProcess: The server's process if it runs on this machine, to measure its cost.
    ///   - interruption: Ends the measurement early.
    init(_ plan: LoadPlan, serverProcess: Int32?, interruption: Interruption) {
        self.plan = plan
        self.serverProcess = serverProcess
        self.interruption = interruption
    }

    /// Puts the load on a Notelet server: warms up, measures, and returns what came of it; `show`
    /// hears of it twice a second.
    func run(_ show: (Progress) -> Void) async throws -> LoadResult {
        try await run(over: FrameWire.self, show)
    }

    /// Puts the load on that door of a Notelet server at which this is spoken.
    func run<Wire: CallWire>(
        over wire: Wire.Type,
        _ show: (Progress) -> Void
    ) async throws -> LoadResult {
        try await run(by: { NoteletCaller<Wire>($0, connection: $1) }, show)
    }

    /// Puts the load on whatever the callers speak to, of which `makeCaller` makes one for each
    /// connection by its index.
    func run<Speaker: Caller & ~Copyable>(
        by makeCaller: (CallMaterial, Int) -> Speaker,
        _ show: (Progress) -> Void
    ) async throws -> LoadResult {
        let model = plan.verification == .full ? NoteModel() : nil
        let reader = model == nil ? nil : try await HistoryReader(plan)
        if let model { try await reader?.readEarlier(into: model) }
        let threads = try connect(try CallMaterial(plan, model: model), by: makeCaller)
        var (result, readings) = try await work(threads, show)
        if let model {
            try await reader?.check(model)
            for reading in readings {
                for arrival in reading.arrivals {
                    model.checkArrivals(arrival.numbers, at: arrival.user)
                }
            }
            result.differenceCount = model.differences.count
            result.differences = model.differences.texts
            result.verifiedNoteCount = model.acknowledgedCount
        }
        return result
    }

    /// How far a run is.
    struct Progress {
        let phase: Phase
        let elapsed: Duration
        /// Right answers and events since the run began.
        let answerCount: UInt64
        let failureCount: UInt64
        /// Calls of an open loop that wait for a free connection.
        let backlogCount: Int
        /// Answers per second since the last time.
        let rate: Double
    }

    /// The parts of a run.
    enum Phase {
        case warmUp
        case measuring
    }

    private func connect<Speaker: Caller & ~Copyable>(
        _ material: CallMaterial,
        by makeCaller: (CallMaterial, Int) -> Speaker
    ) throws -> [LoadThread<Speaker>] {
        let threads = (0..<min(plan.threadCount, plan.connectionCount)).map { index in
            LoadThread<Speaker>(index: index, plan, material, control)
        }
        do {
            for index in 0..<plan.connectionCount {
                try threads[index % threads.count].addLane(makeCaller(material, index))
            }
            for index in 0..<(plan.watch?.watcherCount ?? 0) {
                let user = plan.watch?.user(ofWatcherAt: index) ?? 0
                try threads[index % threads.count].addWatcher(user)
            }
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
        return threads
    }

    /// Lets the threads work, and waits for their end.
    private func work<Speaker: Caller & ~Copyable>(
        _ threads: [LoadThread<Speaker>],
        _ show: (Progress) -> Void
    ) async throws -> (LoadResult, [ThreadReading]) {
        try await withThrowingTaskGroup(of: ThreadReading.self) { group in
            for thread in threads { group.addTask { await thread.run() } }
            // Whatever happens, the threads are told to stop, and the group waits for them.
            defer { control.isOver.store(true, ordering: .releasing) }
            try await waitForWatchers()
            let usage = await measure(threads.map(\.progress), show)
            let missingCount = await drain(threadCount: threads.count)
            control.isOver.store(true, ordering: .releasing)
            var readings: [ThreadReading] = []
            for try await reading in group { readings.append(reading) }
            return (result(readings, usage, missingCount), readings)
        }
    }

    /// Returns once all watchers have what was there before the run.
    private func waitForWatchers() async throws {
        let end = ContinuousClock.now + LoadRun.catchUpTime
        let watcherCount = plan.watch?.watcherCount ?? 0
        while control.readyWatcherCount.load(ordering: .acquiring) < watcherCount {
            guard ContinuousClock.now < end, control.end == .max, !interruption.hasHappened else {
                throw CommandFailure(
                    interruption.hasHappened ? .interrupted : .timeout,
                    "Not all watchers could be started: the server ended their streams, or "
                        + "needed too long to send what was there before."
                )
            }
            await interruption.wait(atMost: .milliseconds(5))
        }
    }

    /// What a measurement took.
    private struct Usage {
        let nanoseconds: UInt64
        let toolNanoseconds: UInt64
        let serverNanoseconds: UInt64?
        let withheldNanoseconds: UInt64?
    }

    private func measure(_ threads: [ThreadProgress], _ show: (Progress) -> Void) async -> Usage {
        control.begin(
            at: MonotonicClock.now() + 1_000_000,
            warmUp: plan.warmUp.nanoseconds,
            duration: plan.duration.nanoseconds
        )
        await watch(threads, .warmUp, show) { control.measuringStart }
        let serverStart = serverProcess.flatMap { ProcessorTime.ofProcess($0) }
        let withheldStart = ProcessorTime.withheld()
        let toolStart = ProcessorTime.ofProcess()
        await watch(threads, .measuring, show) { control.end }
        let toolNanoseconds = ProcessorTime.ofProcess() - toolStart
        let withheldEnd = ProcessorTime.withheld()
        let serverEnd = serverProcess.flatMap { ProcessorTime.ofProcess($0) }
        return Usage(
            nanoseconds: control.end - control.measuringStart,
            toolNanoseconds: toolNanoseconds,
            serverNanoseconds: growth(from: serverStart, to: serverEnd),
            withheldNanoseconds: growth(from: withheldStart, to: withheldEnd)
        )
    }

    /// Lets time pass until `end`, and shows how far the run is.
    private func watch(
        _ threads: [ThreadProgress],
        _ phase: Phase,
        _ show: (Progress) -> Void,
        until end: () -> UInt64
    ) async {
        let start = MonotonicClock.now()
        var last = (count: threads.reduce(0) { $0 + $1.rightCountSoFar }, time: start)
        while true {
            if interruption.hasHappened { control.endNow() }
            let now = MonotonicClock.now()
            guard now < end() else { return }
            let pause = min(end() - now, 500_000_000)
            await interruption.wait(atMost: .nanoseconds(pause))
            let count = threads.reduce(0) { $0 + $1.rightCountSoFar }
            let time = MonotonicClock.now()
            show(
                Progress(
                    phase: phase,
                    elapsed: .nanoseconds(time - start),
                    answerCount: count,
                    failureCount: threads.reduce(0) { $0 + $1.failureCountSoFar },
                    backlogCount: threads.reduce(0) { $0 + $1.backlogCountSoFar },
                    rate: Double(count - last.count) / max(Double(time - last.time) / 1e9, 0.001)
                )
            )
            last = (count, time)
        }
    }

    /// Waits for the answers that are still to come, and for what watchers still have to get;
    /// returns how many deliveries never came.
    private func drain(threadCount: Int) async -> Int {
        let end = MonotonicClock.now() + LoadRun.drainNanoseconds
        while control.idleThreadCount.load(ordering: .acquiring) < threadCount {
            try? await Task.sleep(for: .milliseconds(5))
        }
        while MonotonicClock.now() < end, missingDeliveryCount > 0 {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return max(missingDeliveryCount, 0)
    }

    private var missingDeliveryCount: Int {
        control.expectedDeliveryCount.load(ordering: .relaxed)
            - control.deliveryCount.load(ordering: .relaxed)
    }

    private func result(
        _ readings: [ThreadReading],
        _ usage: Usage,
        _ missingDeliveryCount: Int
    ) -> LoadResult {
        var tally = Tally()
        for reading in readings { tally.merge(reading.tally) }
        let times = readings.compactMap(\.time)
        return LoadResult(
            tally: tally,
            seconds: Double(usage.nanoseconds) / 1e9,
            busiestThread: times.max { $0.ran + $0.waited < $1.ran + $1.waited }
                ?? ThreadTime(ran: 0, waited: 0),
            toolProcessorSeconds: Double(usage.toolNanoseconds) / 1e9,
            serverProcessorSeconds: usage.serverNanoseconds.map { Double($0) / 1e9 },
            withheldProcessorSeconds: usage.withheldNanoseconds.map { Double($0) / 1e9 },
            unansweredCount: readings.reduce(missingDeliveryCount) { $0 + $1.unansweredCount },
            unmadeCount: readings.reduce(0) { $0 + $1.unmadeCount },
            backlogCountHighest: readings.reduce(0) { $0 + $1.backlogCountHighest },
            wasInterrupted: interruption.hasHappened
        )
    }
}

/// By how much a count grew; nil unless both readings are there.
private func growth(from first: UInt64?, to second: UInt64?) -> UInt64? {
    guard let first, let second else { return nil }
    return second - min(first, second)
}

extension ThreadProgress {
    fileprivate var rightCountSoFar: UInt64 { rightCount.load(ordering: .relaxed) }
    fileprivate var failureCountSoFar: UInt64 { failureCount.load(ordering: .relaxed) }
    fileprivate var backlogCountSoFar: Int { backlogCount.load(ordering: .relaxed) }
}

extension Duration {
    /// Whole nanoseconds; none for a negative duration.
    fileprivate var nanoseconds: UInt64 { UInt64(max(self / .nanoseconds(1), 0)) }
}
