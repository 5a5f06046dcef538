internal import LMDB
internal import Locking
internal import StorageEngine

/// Keeps room on the disk and in the map for changes that free, protect and sign in: the others
/// are refused before it is gone.
///
/// How much room there is cannot be told while changes are on their way into the database. So each
/// change that is admitted counts with the most that it may take, and when that is used up the
/// writer has all changes moved and measures what is left: it has settled. The store is full when
/// there is no more than the reserve then, and a sixteenth of it; and has room again when there
/// is an eighth more than the reserve.
final class StoreReserve: Sendable {
    private let byteCount: Int
    private let gauge: RoomGauge
    private let report: @Sendable (RoomNews) -> Void
    private let state: Mutex<State>

    fileprivate struct State: ~Copyable {
        var file: ReserveFile
        var room = Room(mapByteCount: 0, diskByteCount: 0, runByteCount: 0)
        /// Bytes that may be admitted before it is measured again.
        var budgetByteCount = 0
        /// The same for changes with values of several pages.
        var runBudgetByteCount = 0
        /// Until when such changes are refused, for there was no room for one.
        var runsRefusedUntil: ContinuousClock.Instant?
        /// Whether nothing was on its way when the budget was measured, and nothing was admitted
        /// since.
        var isSettled = false
        var isFull = false
        /// Whether the mover cannot go on for lack of room.
        var isObstructed = false
        var measuredAt: ContinuousClock.Instant?
        /// Until when the disk counts as full, since it refused something.
        var refusedUntil: ContinuousClock.Instant?
        var moveAskedAt: ContinuousClock.Instant?
    }

    /// Prepares to keep `options.reserveByteCount` bytes, or nothing where that is 0.
    init(directory: String, _ options: EngineOptions, _ gauge: RoomGauge) {
        byteCount = options.reserveByteCount
        self.gauge = gauge
        report = options.reportRoom
        state = Mutex(State(file: ReserveFile(directory: directory, byteCount: byteCount)))
    }

    /// Whether anything is kept.
    var isKept: Bool { byteCount > 0 }

    /// Whether only changes that may use the reserve are taken.
    var isFull: Bool { state.withLock { $0.isFull } }

    /// Whether changes are refused, and which.
    ///
    /// Nothing is left where the database takes nothing more, or the disk had no room for the log.
    var fullness: StoreFullness {
        state.withLock { state in
            let isRefused = state.refusedUntil.map { ContinuousClock.now < $0 } ?? false
            if state.isObstructed || isRefused { return .nothingLeft }
            return state.isFull ? .reserveLeft : .roomLeft
        }
    }

    /// The room of this moment, free pages included; nil once the store is closed.
    var room: Room? {
        let heldByteCount = state.withLock { $0.file.heldByteCount }
        return try? gauge.measure(heldByteCount: heldByteCount, isCounting: true)
    }

    /// Between two measurements: what others write meanwhile, the reserve's file stands for.
    private static let interval = Duration.milliseconds(100)
    /// How long a disk that refused something counts as full whatever it says: a quota or a limit
    /// of the process is in no figure of the file system.
    private static let refusalTime = Duration.seconds(10)
}

// What the writer does.
extension StoreReserve {
    /// What is to become of a change.
    enum Admission {
        case admitted
        /// There is no room for it.
        case refused
        /// That is known when all changes before it are in the database.
        case unknown
    }

    /// Decides about a change that may not use the reserve.
    func admit(_ writeSet: WriteSet) -> Admission {
        guard isKept, !writeSet.isEmpty else { return .admitted }
        let cost = MovingCost.byteCount(
            changes: writeSet.entries.count,
            values: writeSet.valueByteCount
        )
        let needsRuns = writeSet.hasValue(longerThan: EngineLimits.pageValueByteCountMax)
        let (admission, news) = state.withLock { state -> (Admission, RoomNews?) in
            if state.isFull { return (.refused, nil) }
            let isFitting = !needsRuns || cost <= state.runBudgetByteCount
            if isFitting, cost <= state.budgetByteCount {
                state.budgetByteCount -= cost
                state.runBudgetByteCount = max(0, state.runBudgetByteCount - cost)
                state.isSettled = false
                return (.admitted, nil)
            }
            let now = ContinuousClock.now
            if !isFitting, let end = state.runsRefusedUntil, now < end { return (.refused, nil) }
            guard state.isSettled else { return (.unknown, nil) }
            guard cost > state.budgetByteCount else {
                state.runsRefusedUntil = now + Self.interval
                return (.refused, nil)
            }
            return (.refused, state.become(full: true))
        }
        if let news { report(news) }
        return admission
    }

    /// Measures if that is due.
    ///
    /// - Parameter waitingByteCount: What may be taken by changes that are on their way.
    func look(waitingByteCount: () -> Int) {
        guard isKept else { return }
        let isDue = state.withLock { state in
            state.measuredAt.map { ContinuousClock.now - $0 >= Self.interval } ?? true
        }
        if isDue { measure(waitingByteCount: waitingByteCount()) }
    }

    /// Measures what is left, and tells when that begins or ends to be too little.
    ///
    /// - Parameters:
    ///   - waitingByteCount: What may be taken by changes that are on their way.
    ///   - isSettled: Whether that is the truth, for nothing more can be moved.
    func measure(waitingByteCount: Int, isSettled: Bool = false) {
        let news = state.withLock { state -> RoomNews? in
            let now = ContinuousClock.now
            state.measuredAt = now
            guard var room = room(state.file.heldByteCount, waitingByteCount) else {
                // There may be none: what cannot wait to be told is refused.
                if isSettled { state.forgetBudget() }
                return nil
            }
            if keepFile(&state) {
                room = self.room(state.file.heldByteCount, waitingByteCount) ?? room
            }
            if let end = state.refusedUntil, now >= end { state.refusedUntil = nil }
            let isShort = state.isObstructed || state.refusedUntil != nil
            state.room = room
            state.budgetByteCount =
                isShort ? 0 : max(0, room.byteCount - waitingByteCount - byteCount)
            state.runBudgetByteCount =
                isShort ? 0 : max(0, room.runByteCount - waitingByteCount - byteCount)
            state.isSettled = isSettled || waitingByteCount == 0 || isShort
            let budget = state.budgetByteCount
            if state.isFull { return budget >= byteCount / 8 ? state.become(full: false) : nil }
            return state.isSettled && budget <= byteCount / 16 ? state.become(full: true) : nil
        }
        if let news { report(news) }
    }

    /// Whether changes are to be moved although there is room in memory, for a full store learns
    /// by that alone what deletions have freed.
    func takeMoveRequest() -> Bool {
        guard isKept else { return false }
        return state.withLock { state in
            let now = ContinuousClock.now
            let isDue = state.moveAskedAt.map { now - $0 >= Self.interval } ?? true
            guard state.isFull, isDue else { return false }
            state.moveAskedAt = now
            return true
        }
    }

    /// Notes that the disk had no room for the log.
    func noteRefusal() {
        guard isKept else { return }
        state.withLock { $0.refusedUntil = .now + Self.refusalTime }
        measure(waitingByteCount: 0)
    }

    /// The room, with free pages where it matters how many there are; nil where nobody can tell.
    ///
    /// A list of free pages that cannot be read counts as empty.
    private func room(_ heldByteCount: Int, _ waitingByteCount: Int) -> Room? {
        guard let least = try? gauge.measure(heldByteCount: heldByteCount, isCounting: false)
        else { return nil }
        if least.runByteCount - waitingByteCount > 2 * byteCount { return least }
        return (try? gauge.measure(heldByteCount: heldByteCount, isCounting: true)) ?? least
    }

    /// Gives the file back when the disk is about to be full, and sets it aside when there is room
    /// again; answers whether that changed anything.
    private func keepFile(_ state: inout State) -> Bool {
        guard let free = try? gauge.diskByteCount(gauge.environment) else { return false }
        let heldByteCount = state.file.heldByteCount
        if heldByteCount > 0, free < byteCount / 4 {
            return state.file.release()
        }
        if heldByteCount == 0, free >= byteCount / 2 * 3 { state.file.hold() }
        return state.file.heldByteCount != heldByteCount
    }
}

// What the mover does, and the writer when the log has no room.
extension StoreReserve {
    /// Bytes of changes that may be moved in one transaction.
    ///
    /// A transaction takes a page for each one that it touches, and those that it frees come back
    /// after the next one: with little room large ones would take what lies behind the last page,
    /// for good, and leave scattered pages for it. What is kept back must not come to that.
    var moveByteCountMax: Int {
        guard isKept else { return EngineLimits.moveByteCountMax }
        let runByteCount = state.withLock { $0.measuredAt == nil ? .max : $0.room.runByteCount }
        let isNear = runByteCount <= 2 * byteCount + EngineLimits.movedPagesByteCountMax
        return isNear
            ? max(byteCount / EngineLimits.reservePerMove, EngineLimits.moveByteCountMin)
            : EngineLimits.moveByteCountMax
    }

    /// Gives back what is set aside on the disk; answers whether there was anything.
    func release() -> Bool {
        state.withLock { $0.file.release() }
    }

    /// Notes whether nothing can be moved for lack of room.
    func noteObstruction(_ isObstructed: Bool) {
        guard isKept else { return }
        let isNew = state.withLock { state in
            defer { state.isObstructed = isObstructed }
            return isObstructed && !state.isObstructed
        }
        if isNew { measure(waitingByteCount: 0) }
    }
}

extension StoreReserve.State {
    /// Admits nothing more, for nobody knows how much room there is.
    fileprivate mutating func forgetBudget() {
        (budgetByteCount, runBudgetByteCount) = (0, 0)
        isSettled = true
    }

    /// Begins or ends to be full.
    fileprivate mutating func become(full: Bool) -> RoomNews {
        isFull = full
        return full ? .full(room) : .hasRoom(room)
    }
}
