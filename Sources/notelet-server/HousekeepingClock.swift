import Logging
import NoteletService
import Storage

/// Calls housekeeping at its times.
struct HousekeepingClock {
    private let beats: Task<Void, Never>
    private let clearings: Task<Void, Never>

    /// Between two rounds: half of what idle streams may stay silent.
    private static let interval = Duration.seconds(30)

    /// Begins at once: an erasure may have been interrupted.
    ///
    /// Streams are kept alive apart from the clearing, which takes minutes when there is much.
    init(_ housekeeping: Housekeeping, _ store: RecordStore, _ log: EventLog) {
        beats = Self.rounds {
            housekeeping.beat()
            store.maintain()
        }
        clearings = Self.rounds {
            var outcome = await housekeeping.clear()
            while outcome == .moreWaiting, !Task.isCancelled {
                outcome = await housekeeping.clear()
            }
            if outcome == .failed { log.write(ServerEvent.housekeepingFailed) }
        }
    }

    /// Ends the rounds after the piece of work that is under way.
    func stop() async {
        for rounds in [beats, clearings] { rounds.cancel() }
        for rounds in [beats, clearings] { await rounds.value }
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
