internal import Locking

/// An event on its way to the writer of a log.
struct LogEntry: Sendable {
    let event: any LogEvent
    let time: EventTime
}

/// Events that wait to be written: so many at most, and nobody waits to add one.
///
/// An event that finds no room is counted and dropped. So is one that finds the lock taken again
/// and again, as when the thread that has it lost its processor: what is logged about must not
/// suffer from the log.
final class LogQueue: Sendable {
    private let state: Mutex<State>
    private let lostCount = Atomic<Int>(0)
    private let totalLost = Atomic<Int>(0)

    /// How many events wait at most: a second of a busy server's requests, in about 300 kB.
    static let entryCountMax = 4_096
    /// How many wait at most when one more of each single request is to come, so that a flood of
    /// those leaves room for what matters more.
    static let debugEntryCountMax = entryCountMax - 256
    /// How often the lock is tried: it is held for the time of one append.
    private static let attemptCountMax = 100

    private struct State {
        var entries: [LogEntry] = []
    }

    init() {
        var state = State()
        // Made room for here, so that nobody makes it while holding the lock.
        state.entries.reserveCapacity(Self.entryCountMax)
        self.state = Mutex(state)
    }

    /// Adds an event, or counts it as lost.
    ///
    /// - Returns: Whether it is the first that waits, so that the writer must be woken.
    func append(_ entry: LogEntry) -> Bool {
        let countMax =
            entry.event.level == .debug ? Self.debugEntryCountMax : Self.entryCountMax
        for _ in 0..<Self.attemptCountMax {
            let count = state.withLockIfAvailable { state -> Int in
                guard state.entries.count < countMax else { return Self.entryCountMax + 1 }
                state.entries.append(entry)
                return state.entries.count
            }
            guard let count else { continue }
            if count > Self.entryCountMax { break }
            return count == 1
        }
        lostCount.wrappingAdd(1, ordering: .relaxed)
        totalLost.wrappingAdd(1, ordering: .relaxed)
        return false
    }

    /// How many events have been lost since the beginning.
    var lostCountInAll: Int { totalLost.load(ordering: .relaxed) }

    /// Takes what waits in exchange for an empty array, whose room the next ones get.
    ///
    /// - Returns: How many events have been lost since the last time.
    func take(_ entries: inout [LogEntry]) -> Int {
        state.withLock { swap(&$0.entries, &entries) }
        return lostCount.exchange(0, ordering: .relaxed)
    }
}
