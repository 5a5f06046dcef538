import CommandLineInterface
import NoteletAPI
import ProtobufCoding
import TTRPC

/// One measurement from its first connection to its last answer.
struct LoadRun {
    private let plan: LoadPlan
    private let serverProcess: Int32?
    private let interruption: Interruption

    /// How long calls that are under way at the end may take.
    private static let drainTime = Duration.seconds(5)

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

    /// Warms up, measures, and returns what came of it; `show` hears of it twice a second.
    func run(_ show: (Progress) -> Void) async throws -> LoadResult {
        let threads = try (0..<min(plan.threadCount, plan.connectionCount)).map { index in
            try LoadThread(name: "load-\(index)", pageSize: plan.pageSize)
        }
        do {
            try await connect(threads)
        } catch {
            for thread in threads { await thread.close() }
            throw CommandFailure(.unreachable, "\(error)")
        }
        for thread in threads { await thread.start() }
        await watch(threads, for: plan.warmUp, .warmUp, show)
        let result = await measure(threads, show)
        for thread in threads { await thread.close() }
        return result
    }

    /// How far a run is.
    struct Progress {
        let phase: Phase
        let elapsed: Duration
        /// Answers since the phase began.
        let answerCount: UInt64
        let failureCount: UInt64
        /// Answers per second since the last time.
        let rate: Double
    }

    /// The parts of a run.
    enum Phase {
        case warmUp
        case measuring
    }

    private func connect(_ threads: [LoadThread]) async throws {
        let templates = Caller.Templates(
            send: try SendRequest(
                link: Array(plan.population.users[0].link.utf8),
                contentByteCount: plan.contentByteCount
            ),
            history: try ProtobufEncoder().encode(
                ListReceivedRequest(pageSize: Int32(plan.pageSize))
            ),
            links: plan.population.users.map { Array($0.link.utf8) }
        )
        for index in 0..<plan.connectionCount {
            try await threads[index % threads.count].connect(
                to: plan.address,
                Caller(plan, templates, connection: index),
                depth: plan.depth
            )
        }
    }

    private func measure(
        _ threads: [LoadThread],
        _ show: (Progress) -> Void
    ) async -> LoadResult {
        let serverStart = serverProcess.flatMap { ProcessorTime.ofProcess($0) }
        let toolStart = ProcessorTime.ofProcess()
        for thread in threads { await thread.beginMeasuring() }
        let start = ContinuousClock.now
        await watch(threads, for: plan.duration, .measuring, show)
        let elapsed = start.duration(to: .now)
        var tally = Tally()
        var busiest: UInt64 = 0
        for thread in threads {
            let reading = await thread.endMeasuring()
            tally.merge(reading.tally)
            busiest = max(busiest, reading.processorNanoseconds)
        }
        let toolNanoseconds = ProcessorTime.ofProcess() - toolStart
        let serverEnd = serverProcess.flatMap { ProcessorTime.ofProcess($0) }
        return LoadResult(
            tally: tally,
            seconds: elapsed / .seconds(1),
            busiestThreadSeconds: Double(busiest) / 1e9,
            toolProcessorSeconds: Double(toolNanoseconds) / 1e9,
            serverProcessorSeconds: both(serverStart, serverEnd).map { Double($1 - $0) / 1e9 },
            unansweredCount: await drain(threads),
            wasInterrupted: interruption.hasHappened
        )
    }

    /// Lets time pass, and shows how far it is.
    private func watch(
        _ threads: [LoadThread],
        for duration: Duration,
        _ phase: Phase,
        _ show: (Progress) -> Void
    ) async {
        let start = ContinuousClock.now
        var last: (count: UInt64, time: ContinuousClock.Instant) = (0, start)
        while !interruption.hasHappened {
            let left = ContinuousClock.now.duration(to: start + duration)
            guard left > .zero else { return }
            await interruption.wait(atMost: min(left, .milliseconds(500)))
            var (right, failed): (UInt64, UInt64) = (0, 0)
            for thread in threads {
                let count = await thread.answerCount()
                right += count.right
                failed += count.failed
            }
            let now = ContinuousClock.now
            let seconds = max(last.time.duration(to: now) / .seconds(1), 0.001)
            show(
                Progress(
                    phase: phase,
                    elapsed: start.duration(to: now),
                    answerCount: right,
                    failureCount: failed,
                    rate: Double(right - last.count) / seconds
                )
            )
            last = (right, now)
        }
    }

    /// Waits for the answers that are still to come, and returns how many never did.
    private func drain(_ threads: [LoadThread]) async -> Int {
        let end = ContinuousClock.now + LoadRun.drainTime
        while true {
            var count = 0
            for thread in threads { count += await thread.underWayCount() }
            guard count > 0, ContinuousClock.now < end else { return count }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// Both of two values, or nothing.
private func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    guard let first, let second else { return nil }
    return (first, second)
}
