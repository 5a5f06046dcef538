import Locking
import Networking

/// What a run and its load threads tell each other while they work.
final class RunControl: Sendable {
    private let startTime = Atomic<UInt64>(.max)
    private let measuringTime = Atomic<UInt64>(.max)
    private let endTime = Atomic<UInt64>(.max)
    /// How long calls may still take after the end, in nanoseconds.
    let drainNanoseconds: UInt64

    /// Watchers that have caught up with what was there before.
    let readyWatcherCount = Atomic<Int>(0)
    /// Notes that watchers must get, each counted once for each watcher.
    let expectedDeliveryCount = Atomic<Int>(0)
    /// Notes that watchers got.
    let deliveryCount = Atomic<Int>(0)
    /// Threads whose calls have all been answered or given up.
    let idleThreadCount = Atomic<Int>(0)
    /// Whether watchers need not wait any more.
    let isOver = Atomic<Bool>(false)

    /// Nothing has begun.
    init(drainNanoseconds: UInt64) {
        self.drainNanoseconds = drainNanoseconds
    }

    /// When the first call is made; the end of time before that is decided.
    var start: UInt64 { startTime.load(ordering: .acquiring) }
    /// When measuring begins.
    var measuringStart: UInt64 { measuringTime.load(ordering: .relaxed) }
    /// When the last call is made.
    var end: UInt64 { endTime.load(ordering: .relaxed) }

    /// Lets the threads begin.
    func begin(at start: UInt64, warmUp: UInt64, duration: UInt64) {
        measuringTime.store(start + warmUp, ordering: .relaxed)
        endTime.store(start + warmUp + duration, ordering: .relaxed)
        startTime.store(start, ordering: .releasing)
    }

    /// Ends the run early.
    func endNow() {
        let now = MonotonicClock.now()
        guard now < end else { return }
        if now < measuringStart { measuringTime.store(now, ordering: .relaxed) }
        endTime.store(now, ordering: .relaxed)
        if start == .max { startTime.store(now, ordering: .releasing) }
    }
}

/// How far one load thread is, for whoever watches.
final class ThreadProgress: Sendable {
    /// Right answers and events since the start.
    let rightCount = Atomic<UInt64>(0)
    /// Failed calls since the start.
    let failureCount = Atomic<UInt64>(0)
    /// Calls that are due and wait for a free connection.
    let backlogCount = Atomic<Int>(0)
}
