import Domain
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
        beats = Self.rounds(each: Self.beatInterval) { housekeeping.beat() }
        maintenance = Self.rounds {
            housekeeping.keepTime()
            store.maintain()
            housekeeping.bell.ring()
        }
        clearings = Task {
            // Ends when the task is cancelled.
            for await _ in housekeeping.bell.rings {
                await Self.finish(log) { await housekeeping.clear() }
            }
        }
        jobs = housekeeping.jobs.map { job in
            switch (job.time, deliveryTick) {
            case (.eachTick, let tick?):
                Task { await DeliveryRounds(tick: tick).run { await Self.run(job, log) } }
            case (.eachRound, _), (.eachTick, nil):
                Self.rounds { _ = await Self.run(job, log) }
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
        _ log: AppLog
    ) async -> Housekeeping.Outcome {
        let countBefore = job.tally?.count() ?? 0
        let outcome = await finish(log, job.piece)
        if let tally = job.tally, tally.count() > countBefore {
            log.write(.housekept(tally.event, count: tally.count() - countBefore))
        }
        return outcome
    }

    /// Does pieces of work until none is waiting, and says what came of the last one.
    @discardableResult
    private static func finish(
        _ log: AppLog,
        _ piece: @Sendable () async -> Housekeeping.Outcome
    ) async -> Housekeeping.Outcome {
        let outcome = await Housekeeping.finish(piece)
        if outcome == .failed { log.write(.housekeepingFailed) }
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
