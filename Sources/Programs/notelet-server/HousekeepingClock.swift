import Domain
import Logging
import NoteletService
import Storage

/// Calls housekeeping at its times.
struct HousekeepingClock {
    private let beats: Task<Void, Never>
    private let clearings: Task<Void, Never>
    private let sweeps: Task<Void, Never>
    private let expiries: Task<Void, Never>
    private let deliveries: Task<Void, Never>

    /// Between two rounds: half of what idle streams may stay silent.
    private static let interval = Duration.seconds(30)

    /// Begins at once: an erasure may have been interrupted.
    ///
    /// Who is to be erased is erased without waiting for a round: the bell rings.
    ///
    /// Streams are kept alive apart from the clearing, which takes minutes when there is much; nor
    /// does one kind of it wait for the other.
    ///
    /// Notes that are held are delivered at the ticks; without any, those of an earlier start at
    /// once.
    init(
        _ housekeeping: Housekeeping,
        _ store: RecordStore,
        _ log: EventLog,
        deliveryTick: Duration?
    ) {
        beats = Self.rounds {
            housekeeping.beat()
            store.maintain()
            housekeeping.bell.ring()
        }
        clearings = Task {
            // Ends when the task is cancelled.
            for await _ in housekeeping.bell.rings {
                await Self.finish(log) { await housekeeping.clear() }
            }
        }
        sweeps = Self.rounds { await Self.finish(log) { await housekeeping.sweepSessions() } }
        expiries = Self.rounds {
            let countBefore = housekeeping.expiredNoteCount
            await Self.finish(log) { await housekeeping.expireNotes() }
            let count = housekeeping.expiredNoteCount - countBefore
            if count > 0 { log.write(ServerEvent.notesExpired(count: count)) }
        }
        deliveries = Self.rounds(at: deliveryTick) {
            await Self.finish(log) { await housekeeping.deliverHeldNotes() }
        }
    }

    /// Ends the rounds after the piece of work that is under way.
    func stop() async {
        let all = [beats, clearings, sweeps, expiries, deliveries]
        for rounds in all { rounds.cancel() }
        for rounds in all { await rounds.value }
    }

    /// Does pieces of work until none is waiting.
    private static func finish(
        _ log: EventLog,
        _ piece: @Sendable () async -> Housekeeping.Outcome
    ) async {
        var outcome = await piece()
        while outcome == .moreWaiting, !Task.isCancelled { outcome = await piece() }
        if outcome == .failed { log.write(ServerEvent.housekeepingFailed) }
    }

    /// Rounds at each multiple of a time since 1970, which a restart does not move; without one, as
    /// all others.
    private static func rounds(
        at tick: Duration?,
        _ round: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        guard let tick else { return rounds(round) }
        let milliseconds = max(Int64(tick / .milliseconds(1)), 1)
        return Task {
            while !Task.isCancelled {
                let past = SystemClock().now().milliseconds % milliseconds
                do {
                    try await Task.sleep(for: .milliseconds(milliseconds - max(past, 0)))
                } catch {
                    return
                }
                await round()
            }
        }
    }

    private static func rounds(_ round: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await round()
                // Throws only when the rounds end, which the loop looks at itself.
                try? await Task.sleep(for: interval)
            }
        }
    }
}
