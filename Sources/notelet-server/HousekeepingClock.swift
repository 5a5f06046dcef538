import Logging
import NoteletService
import Storage

/// Calls housekeeping at its times.
struct HousekeepingClock {
    private let rounds: Task<Void, Never>

    /// Between two rounds: half of what idle streams may stay silent.
    private static let interval = Duration.seconds(30)

    /// Begins at once: an erasure may have been interrupted.
    init(_ housekeeping: Housekeeping, _ store: RecordStore, _ log: Log) {
        rounds = Task {
            while !Task.isCancelled {
                housekeeping.beat()
                store.maintain()
                var outcome = await housekeeping.clear()
                while outcome == .moreWaiting { outcome = await housekeeping.clear() }
                if outcome == .failed { log.write(ServerEvent.housekeepingFailed) }
                // Throws only when the rounds end, which the loop looks at itself.
                try? await Task.sleep(for: HousekeepingClock.interval)
            }
        }
    }

    /// Ends the rounds after the piece of work that is under way.
    func stop() async {
        rounds.cancel()
        await rounds.value
    }
}
