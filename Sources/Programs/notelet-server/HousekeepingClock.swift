import Domain
import Locking
import Serving
import Storage

/// Calls housekeeping at its times.
struct HousekeepingClock {
    private let beats: Task<Void, Never>
    private let maintenance: Task<Void, Never>
    private let clearings: Task<Void, Never>
    private let jobs: [Task<Void, Never>]

    /// Between two rounds.
    private static let interval = Duration.seconds(30)
    /// Between two signs of life of idle streams: half of what they may stay silent.
    private static let beatInterval = Duration.seconds(20)

    /// Begins at once: an erasure may have been interrupted.
    ///
    /// Who is to be erased is erased without waiting for a round: the bell rings.
    ///
    /// Streams are kept alive apart from the clearing, which takes minutes when there is much; nor
    /// does one kind of it wait for the other.
    ///
    /// Notes that are held are delivered at the ticks, or soon after where that fails; without any
    /// tick, those of an earlier start at once.
    init(
        _ housekeeping: Housekeeping,
        _ store: RecordStore,
        _ log: AppLog,
        deliveryTick: Duration?
    ) {
        let failures = HousekeepingFailures()
        beats = Self.rounds(each: Self.beatInterval) { housekeeping.beat() }
        maintenance = Self.rounds {
            housekeeping.keepTime()
            store.maintain()
            housekeeping.bell.ring()
        }
        clearings = Task {
            // Ends when the task is cancelled.
            for await _ in housekeeping.bell.rings {
                let outcome = await Housekeeping.finish { await housekeeping.clear() }
                if let news = failures.news(of: "clearing", outcome) { log.write(news) }
            }
        }
        jobs = housekeeping.jobs.map { job in
            switch (job.time, deliveryTick) {
            case (.eachTick, let tick?):
                Task { await DeliveryRounds(tick: tick).run { await Self.run(job, log, failures) } }
            case (.eachRound, _), (.eachTick, nil):
                Self.rounds { _ = await Self.run(job, log, failures) }
            }
        }
    }

    /// Ends the rounds after the piece of work that is under way.
    func stop() async {
        let all = [beats, maintenance, clearings] + jobs
        for rounds in all { rounds.cancel() }
        for rounds in all { await rounds.value }
    }

    /// Does the pieces of a job that wait, and tells what is told of it.
    private static func run(
        _ job: HousekeepingJob,
        _ log: AppLog,
        _ failures: HousekeepingFailures
    ) async -> Housekeeping.Outcome {
        let countBefore = job.tally?.count() ?? 0
        let outcome = await Housekeeping.finish(job.piece)
        if let news = failures.news(of: job.name, outcome) { log.write(news) }
        if let tally = job.tally, tally.count() > countBefore {
            log.write(.housekept(tally.event, count: tally.count() - countBefore))
        }
        return outcome
    }

    private static func rounds(
        each interval: Duration = interval,
        _ round: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await round()
                // Throws only when the rounds end, which the loop looks at itself.
                try? await Task.sleep(for: interval)
            }
        }
    }
}

/// What failed and is tried again each round: the log tells it once, with why, until it is done or
/// fails for another reason.
final class HousekeepingFailures: Sendable {
    private let last = Mutex<[String: DomainError]>([:])

    /// What is told of work of which this came; nil for nothing, or nothing new.
    func news(of work: String, _ outcome: Housekeeping.Outcome) -> ServerEvent? {
        let failure = outcome.failure
        let isNew = last.withLock { last in
            defer { last[work] = failure }
            return last[work] != failure
        }
        guard isNew, let failure else { return nil }
        return .housekeepingFailed(work: work, reason: failure.explanation)
    }
}

extension DomainError {
    /// Why work did not happen, for the log; of records it has the kind alone.
    fileprivate var explanation: String {
        switch self {
        case .refused: sentences["en"] ?? "a rule refused it"
        case .dataLoss(let kind): kind
        case .storeFull: "the store has no room"
        case .storeUnavailable(let reason): reason
        }
    }
}
