internal import Domain
internal import Locking
internal import Records

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
        var tails: [UInt64: OpenTail] = [:]
    }

    private struct OpenTail {
        weak var tail: Tail?
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
            state.tails[id] = OpenTail(tail: tail)
            // Within the lock, so that the last word is that of the last change.
            tellEvents(true)
            return tail
        }
    }

    /// Passes on what a commit brought; on a thread of the store's.
    func publish(_ events: [any StoreEvent]) {
        guard !events.isEmpty else { return }
        for tail in tails { tail.append(events) }
    }

    /// Lets everybody who watches get a sign of life; called each 20 seconds.
    func beat() {
        for tail in tails { tail.beat() }
    }

    /// How many watch.
    var tailCount: Int { state.withLock { $0.tails.count } }

    private var tails: [Tail] { state.withLock { $0.tails.values.compactMap(\.tail) } }

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

    fileprivate struct State {
        var events: [any StoreEvent] = []
        var nextIndex = 0
        var missedCount: UInt64 = 0
        var listener: Listener?

        var waitingCount: Int { events.count - nextIndex }
    }

    /// What is told of news, from any thread.
    struct Listener: Sendable {
        /// There is something to take.
        let wake: @Sendable () -> Void
        /// A sign of life is due.
        let beat: @Sendable () -> Void
    }

    /// What an operator is told next.
    enum Item: Sendable {
        /// Something happened.
        case event(any StoreEvent)
        /// So many events came then and were left out.
        case missed(UInt64)
    }

    init(closed: @escaping @Sendable () -> Void) {
        self.closed = closed
    }

    deinit {
        closed()
    }

    /// Joins what is told of news from now on.
    func attach(_ listener: Listener) {
        state.withLock { $0.listener = listener }
    }

    /// Takes what came first; nil while there is nothing.
    func next() -> Item? {
        state.withLock { state in
            if state.waitingCount > 0 {
                defer { state.advance() }
                return .event(state.events[state.nextIndex])
            }
            guard state.missedCount > 0 else { return nil }
            defer { state.missedCount = 0 }
            return .missed(state.missedCount)
        }
    }

    /// Adds events, as far as there is room; behind some that were left out there is none.
    func append(_ events: [any StoreEvent]) {
        let listener = state.withLock { state in
            let room = state.missedCount > 0 ? 0 : TailHub.waitingCountMax - state.waitingCount
            state.events += events.prefix(room)
            state.missedCount += UInt64(max(0, events.count - room))
            return state.listener
        }
        listener?.wake()
    }

    /// Has who watches get a sign of life, if there is nothing else.
    func beat() { state.withLock { $0.listener }?.beat() }
}

extension Tail.State {
    fileprivate mutating func advance() {
        nextIndex += 1
        guard nextIndex == min(events.count, TailHub.waitingCountMax) else { return }
        events.removeFirst(nextIndex)
        nextIndex = 0
    }
}
