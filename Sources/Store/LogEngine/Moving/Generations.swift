internal import Dispatch
internal import Locking
internal import StorageEngine

/// The overlays that lie above LMDB, oldest last.
///
/// A snapshot of the store is LMDB as of some moment under the layers of the same moment.
package final class Layers: Sendable {
    /// The overlay that takes changes.
    let active: Overlay
    /// The overlay that is being carried into LMDB.
    let frozen: Overlay?

    /// Names the overlays of one moment.
    package init(active: Overlay, frozen: Overlay?) {
        self.active = active
        self.frozen = frozen
    }

    /// Whether either has a change of the table, whichever batch it is of.
    func hasChanges(of table: TableID) -> Bool {
        active.hasChanges(of: table) || frozen?.hasChanges(of: table) ?? false
    }
}

/// What the writer, the mover and all readers share: the layers, and how far moving has come.
///
/// The writer freezes the active overlay when it is full; the mover carries the frozen one into
/// LMDB and drops it. The writer does not stop when the mover lags: it is slowed down so that the
/// active overlay fills no faster than the frozen one empties, once half of it is full.
final class Generations: Sendable {
    private let state: Mutex<State>
    /// Changes up to this batch are durable, and may be read.
    private let published: Atomic<UInt64>
    private let writerWake = DispatchSemaphore(value: 0)
    private let moverWake = DispatchSemaphore(value: 0)
    private let restMilliseconds: Int

    private struct State {
        var layers: Layers
        /// How much of the frozen overlay is in LMDB, from 0 to 1.
        var movedShare = 0.0
        /// How full the active overlay is, from 0 to 1, as far as the writer has told.
        var fill = 0.0
        /// Why the mover cannot go on for now.
        var obstacle: StorageError?
        var isWriterWaiting = false
        /// Whether the writer can do nothing before more is moved.
        var isMoveAwaited = false
        var isMoverWaiting = false
        /// Whether the mover is to clean the database when there is nothing to move.
        var isCleaningRequested = false
        /// How full the active overlay becomes before the mover ends its rest, if it rests.
        var restEndFill: Double?
        /// Whether the mover is to end when nothing is frozen, or when it cannot go on.
        var isClosing = false

        /// Ends the mover's rest, if it is not ahead any more or the writer waits for it; answers
        /// whether it did.
        mutating func endRestInTime() -> Bool {
            guard let restEndFill, isMoveAwaited || fill >= restEndFill else { return false }
            self.restEndFill = nil
            defer { isMoverWaiting = false }
            return isMoverWaiting
        }
    }

    /// Begins with these layers.
    ///
    /// - Parameters:
    ///   - active: takes changes from now on.
    ///   - frozen: is to be moved.
    ///   - publishedBatch: the newest that may be read.
    ///   - restMilliseconds: how long the mover rests at most: what comes slowly is in LMDB within
    ///     seconds.
    init(
        active: Overlay,
        frozen: Overlay?,
        publishedBatch: UInt64,
        restMilliseconds: Int = 20
    ) {
        self.restMilliseconds = restMilliseconds
        state = Mutex(State(layers: Layers(active: active, frozen: frozen)))
        published = Atomic(publishedBatch)
    }

    /// The layers of this moment.
    var layers: Layers { state.withLock { $0.layers } }

    /// The newest batch that may be read.
    var publishedBatch: UInt64 { published.load(ordering: .acquiring) }
}

// What is told of it.
extension Generations {
    /// How far changes are on their way into LMDB.
    struct Progress {
        /// How full the active overlay is, from 0 to 1.
        let activeFill: Double
        /// How much of the frozen overlay is not in LMDB yet, from 0 to 1.
        let waitingShare: Double
        /// Whether nothing can be moved for now.
        let isObstructed: Bool
    }

    /// How far it is at this moment.
    var progress: Progress {
        state.withLock { state in
            Progress(
                activeFill: state.fill,
                waitingShare: state.layers.frozen == nil ? 0 : 1 - state.movedShare,
                isObstructed: state.obstacle != nil
            )
        }
    }
}

// What the writer does.
extension Generations {
    /// Lets all see the changes up to this batch.
    func publish(_ batch: UInt64) {
        published.store(batch, ordering: .releasing)
    }

    /// Waits until the active overlay, full to `fill`, may take more.
    ///
    /// - Returns: Why it may not, when waiting would not help.
    func awaitRoom(fill: Double) -> StorageError? {
        awaitChange { state in
            state.fill = fill
            return state.layers.frozen == nil || fill <= (1 + state.movedShare) / 2
        }
    }

    /// Waits until the frozen overlay is in LMDB; only the writer puts another one in its place.
    ///
    /// - Returns: Why it is not, when waiting would not help.
    func awaitNothingFrozen() -> StorageError? {
        awaitChange { $0.layers.frozen == nil }
    }

    /// Puts `fresh` in the place of the active overlay, which is moved; nothing may be frozen.
    func freeze(replacingActiveWith fresh: Overlay) {
        changeForMover { state in
            precondition(state.layers.frozen == nil, "One overlay is moved at a time.")
            state.layers = Layers(active: fresh, frozen: state.layers.active)
            state.movedShare = 0
            state.fill = 0
        }
        checkInvariants()
    }

    /// Lets nobody wait any more for what will not happen, for the disk failed.
    func fail(_ reason: StorageError) {
        changeForWriter { state in
            state.obstacle = reason
            state.isClosing = true
        }
    }

    /// Lets the mover clean the database when there is nothing to move.
    func requestCleaning() {
        changeForMover { $0.isCleaningRequested = true }
    }

    /// Lets the mover end once nothing is left that it can move.
    func close() {
        changeForMover { $0.isClosing = true }
    }

    /// Changes the state, and wakes the mover if it waits.
    private func changeForMover(_ body: (inout State) -> Void) {
        let isMoverWaiting = state.withLock { state in
            body(&state)
            defer { state.isMoverWaiting = false }
            return state.isMoverWaiting
        }
        if isMoverWaiting { moverWake.signal() }
    }

    private func awaitChange(_ condition: (inout State) -> Bool) -> StorageError? {
        while true {
            let (end, mustWakeMover) = state.withLock { state -> (Wait?, Bool) in
                state.isMoveAwaited = !condition(&state)
                let mustWakeMover = state.endRestInTime()
                if !state.isMoveAwaited { return (.over(nil), mustWakeMover) }
                if let obstacle = state.obstacle { return (.over(obstacle), mustWakeMover) }
                state.isWriterWaiting = true
                return (nil, mustWakeMover)
            }
            if mustWakeMover { moverWake.signal() }
            if case .over(let obstacle) = end { return obstacle }
            writerWake.wait()
        }
    }

    private enum Wait {
        case over(StorageError?)
    }
}

// What the mover does.
extension Generations {
    /// What the mover is to do.
    enum Work {
        /// To carry this overlay over.
        case move(Overlay)
        /// To take the next step of cleaning.
        case clean
        /// Nothing any more.
        case end
    }

    /// Waits for work; cleaning comes last, and does not keep the engine from closing.
    func awaitWork() -> Work {
        while true {
            let work = state.withLock { state -> Work? in
                if let frozen = state.layers.frozen { return .move(frozen) }
                if state.isClosing { return .end }
                if state.isCleaningRequested { return .clean }
                state.isMoverWaiting = true
                return nil
            }
            if let work { return work }
            moverWake.wait()
        }
    }

    /// Rests between two steps of cleaning, so that the disk is there for others.
    func restFromCleaning() {
        let mayRest = state.withLock { state in
            guard !state.isClosing, state.layers.frozen == nil else { return false }
            state.isMoverWaiting = true
            return true
        }
        guard mayRest else { return }
        _ = moverWake.wait(timeout: .now() + .milliseconds(Self.cleaningRestMilliseconds))
        state.withLock { $0.isMoverWaiting = false }
    }

    private static let cleaningRestMilliseconds = 5

    /// Lets the mover clean no more until it is asked again.
    func endCleaning() {
        state.withLock { $0.isCleaningRequested = false }
    }

    /// Notes how much of the frozen overlay is in LMDB, and rests as long as there is time.
    ///
    /// What is moved takes a processor and keeps the disk busy, which changes and the log's flushes
    /// wait for. So the mover spreads its work over the time that the writer takes to fill the
    /// active overlay: it is ahead, by a little.
    func noteMoved(share: Double) {
        changeForWriter { state in
            state.movedShare = share
            state.obstacle = nil
        }
        let mayRest = state.withLock { state in
            guard !state.isClosing else { return false }
            state.restEndFill = share / Self.lead
            state.isMoverWaiting = true
            return !state.endRestInTime()
        }
        guard mayRest else { return }
        _ = moverWake.wait(timeout: .now() + .milliseconds(restMilliseconds))
        state.withLock { state in
            state.restEndFill = nil
            state.isMoverWaiting = false
        }
    }

    /// How many times as fast as the active overlay fills the frozen one is moved.
    private static let lead = 1.125

    /// Drops the frozen overlay, all of which is in LMDB.
    func dropFrozen() {
        // Held until the lock is free: giving back the memory of an overlay takes milliseconds.
        let dropped = layers
        changeForWriter { state in
            state.layers = Layers(active: state.layers.active, frozen: nil)
            state.obstacle = nil
        }
        withExtendedLifetime(dropped) {}
    }

    /// Notes why moving cannot go on, and waits a while before it is tried again.
    ///
    /// - Returns: Whether it is to be tried again.
    func waitAtObstacle(_ obstacle: StorageError) -> Bool {
        changeForWriter { $0.obstacle = obstacle }
        let isClosing = state.withLock { state in
            if !state.isClosing { state.isMoverWaiting = true }
            return state.isClosing
        }
        if isClosing { return false }
        _ = moverWake.wait(timeout: .now() + .milliseconds(Self.retryMilliseconds))
        return state.withLock { state in
            state.isMoverWaiting = false
            return !state.isClosing
        }
    }

    /// How long moving rests when the disk or the map is full.
    private static let retryMilliseconds = 500

    /// Changes the state, and wakes the writer if it waits.
    private func changeForWriter(_ body: (inout State) -> Void) {
        let isWriterWaiting = state.withLock { state in
            body(&state)
            defer { state.isWriterWaiting = false }
            return state.isWriterWaiting
        }
        if isWriterWaiting { writerWake.signal() }
    }
}

extension Generations: Invariant {
    /// One overlay takes changes; what another one has is durable, and partly in LMDB.
    func brokenInvariants() -> [String] {
        let (layers, movedShare) = state.withLock { ($0.layers, $0.movedShare) }
        var broken: [String] = []
        if !(0...1).contains(movedShare) { broken.append("the share that was moved") }
        guard let frozen = layers.frozen else { return broken }
        if frozen === layers.active { broken.append("changes go into what is moved") }
        if frozen.lastBatch > publishedBatch { broken.append("what is moved is not durable") }
        return broken
    }
}
