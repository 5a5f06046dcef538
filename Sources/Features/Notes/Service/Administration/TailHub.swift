internal import Domain
internal import Locking
internal import Records
internal import Serving

/// Hands the store's events to operators who watch, and lets the store tell them only meanwhile.
///
/// Each one who watches has a queue of bounded length: who takes events slower than they come
/// misses some, and is told how many.
final class TailHub: Sendable {
    private let state = Mutex(State())
    private let tellEvents: @Sendable (Bool) -> Void

    /// Events that wait for one operator at most: some seconds of a busy server, in 100 KB.
    static let waitingCountMax = 1_024

    private struct State {
        var nextID: UInt64 = 0
        var tails: [UInt64: Tail] = [:]
    }

    /// Creates a hub that nobody watches.
    ///
    /// - Parameter tellEvents: Tells the store whether anybody does.
    init(tellEvents: @escaping @Sendable (Bool) -> Void) {
        self.tellEvents = tellEvents
    }

    /// Begins to gather events; letting go of the tail ends it.
    func open() -> Tail {
        state.withLock { state in
            state.nextID += 1
            let id = state.nextID
            let tail = Tail { [weak self] in self?.close(id) }
            state.tails[id] = tail
            // Within the lock, so that the last word is that of the last change.
            tellEvents(true)
            return tail
        }
    }

    /// Passes on what a commit brought; on a thread of the store's.
    func publish(_ events: [any StoreEvent]) {
        guard !events.isEmpty else { return }
        let tails = state.withLock { Array($0.tails.values) }
        for tail in tails { tail.append(events) }
    }

    /// Lets everybody who watches get a sign of life; called each 20 seconds.
    func beat() {
        let tails = state.withLock { Array($0.tails.values) }
        for tail in tails { tail.beat() }
    }

    /// How many watch.
    var tailCount: Int { state.withLock { $0.tails.count } }

    private func close(_ id: UInt64) {
        state.withLock { state in
            state.tails[id] = nil
            if state.tails.isEmpty { tellEvents(false) }
        }
    }
}

/// The events that one operator has still to be told.
final class Tail: Sendable {
    private let state = Mutex(State())
    private let closed: @Sendable () -> Void

    private struct State {
        var events: [any StoreEvent] = []
        var missedCount: UInt64 = 0
        var isBeatDue = false
        var isEnded = false
        var waiter: CheckedContinuation<Batch?, Never>?
    }

    /// What came since the last batch; without events and missed ones it is a sign of life.
    struct Batch: Sendable {
        /// The events, in their order.
        let events: [any StoreEvent]
        /// How many came after these and were left out.
        let missedCount: UInt64

        /// Whether it tells nothing but that the server lives.
        var isSignOfLife: Bool { events.isEmpty && missedCount == 0 }
    }

    init(closed: @escaping @Sendable () -> Void) {
        self.closed = closed
    }

    /// Waits for events or a sign of life; nil once the tail or the task that waits has ended.
    ///
    /// One task waits at a time.
    func next() async -> Batch? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                deliver { $0.waiter = continuation }
            }
        } onCancel: {
            close()
        }
    }

    /// Ends the tail; again is no change.
    func close() {
        closed()
        deliver { $0.isEnded = true }
    }

    /// Adds events, as far as there is room.
    func append(_ events: [any StoreEvent]) {
        deliver { state in
            let room = TailHub.waitingCountMax - state.events.count
            state.events += events.prefix(room)
            state.missedCount += UInt64(max(0, events.count - room))
        }
    }

    /// Has who waits get a sign of life, if there is nothing else.
    func beat() {
        deliver { $0.isBeatDue = true }
    }

    private func deliver(_ change: (inout sending State) -> Void) {
        let delivery = state.withLock { state -> (CheckedContinuation<Batch?, Never>, Batch?)? in
            change(&state)
            guard let waiter = state.waiter else { return nil }
            if state.isEnded {
                state.waiter = nil
                return (waiter, nil)
            }
            guard !state.events.isEmpty || state.missedCount > 0 || state.isBeatDue else {
                return nil
            }
            let batch = Batch(events: state.events, missedCount: state.missedCount)
            state.events = []
            state.missedCount = 0
            state.isBeatDue = false
            state.waiter = nil
            return (waiter, batch)
        }
        if let (waiter, batch) = delivery { waiter.resume(returning: batch) }
    }
}
