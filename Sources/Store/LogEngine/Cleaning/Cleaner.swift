internal import Dispatch
internal import LMDB
internal import Locking

/// Says when the files of a store are to be cleaned of what was deleted, and notes that they were.
///
/// The mover does it, for it alone writes to LMDB. A pass is due a quarter of the promised time
/// after the last one began, if anything was committed since: so what was deleted is gone within
/// that time, also when the pass has to wait and takes hours.
final class Cleaner: Sendable {
    private let environment: Environment
    private let clock: @Sendable () -> LogTime
    private let commit: Mover.Commit
    private let intervalMilliseconds: Int64
    private let promisedMilliseconds: Int64
    private let state: Mutex<State>

    private struct State {
        var record: CleaningRecord?
        var logCleanedAt: LogTime
        /// When the last pass began that left nothing out, or else the engine was opened.
        var cleanedAt: LogTime
        var isAsked = false
        var waiting: [DispatchSemaphore] = []
    }

    /// A promise for a century is as good as none.
    private static let secondsMax = 100 * 366 * 86_400
    /// The part of the promised time after which the next pass begins.
    private static let share: Int64 = 4
    /// A pass that is under way in time may take so much longer.
    private static let patienceMilliseconds: Int64 = 3_600_000
    /// Pages of LMDB's memory that are overwritten at most: what one transaction of the mover has.
    private static let bufferPageCountMax = 8_192

    /// Prepares for a store.
    init(
        of environment: Environment,
        _ options: EngineOptions,
        _ seams: WriteAheadEngine.Seams
    ) {
        self.environment = environment
        clock = seams.clock
        commit = seams.commit
        let seconds = min(max(options.erasureSeconds, 0), Self.secondsMax)
        promisedMilliseconds = Int64(seconds) * 1_000
        intervalMilliseconds = promisedMilliseconds / Self.share
        // A record that cannot be read is none.
        let record = (try? CleaningRecord.read(from: environment)) ?? nil
        let now = seams.clock()
        let cleanedAt = record?.endedAt == nil ? now : record?.begunAt ?? now
        state = Mutex(State(record: record, logCleanedAt: now, cleanedAt: cleanedAt))
    }

    /// What is known of the last pass.
    var record: CleaningRecord? { state.withLock { $0.record } }

    /// Whether a pass over the database is to begin.
    var isDue: Bool {
        guard let newest = try? environment.information().lastTransactionID else { return false }
        let now = clock()
        return state.withLock { state in
            if state.isAsked { return true }
            guard let record = state.record else { return true }
            return record.transactionID != UInt64(newest) && isPast(record.begunAt, now)
        }
    }

    /// Whether the database may hold what was deleted longer ago than is promised.
    ///
    /// Then passes fail, or a reader that does not end has them leave out what it holds.
    var isOverdue: Bool {
        guard let newest = try? environment.information().lastTransactionID else { return false }
        let now = clock()
        return state.withLock { state in
            if let record = state.record, record.endedAt != nil,
                record.transactionID == UInt64(newest)
            {
                return false
            }
            let late = promisedMilliseconds + Self.patienceMilliseconds
            return now.milliseconds - state.cleanedAt.milliseconds > late
        }
    }

    /// Lets the next pass begin whatever the time is; what it answers is told when that has ended.
    func ask() -> DispatchSemaphore {
        let end = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.isAsked = true
            state.waiting.append(end)
        }
        return end
    }

    /// Tells who waits for a pass that there is none any more: it has ended, or cannot go on.
    func tellEnd() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// Whether the waiting file of the log is to be cleaned although there is no time for it.
    var isLogOverdue: Bool {
        let now = clock()
        return state.withLock { isPast($0.logCleanedAt, now) }
    }

    /// Notes that the waiting file of the log holds zeros alone.
    func noteLogCleaned() {
        let now = clock()
        state.withLock { $0.logCleanedAt = now }
    }

    /// The present moment, by the clock of the engine.
    var now: LogTime { clock() }

    /// Whether a pass that began at a moment is so long ago that the next one is due.
    func isPast(_ moment: LogTime) -> Bool { isPast(moment, clock()) }

    private func isPast(_ moment: LogTime, _ now: LogTime) -> Bool {
        // A clock that was set back says nothing of how long it has been.
        now < moment || now.milliseconds - moment.milliseconds >= intervalMilliseconds
    }

    /// Begins a pass, on the mover's thread.
    ///
    /// Two commits bring it about that LMDB may use again what was freed so far.
    ///
    /// - Parameter changeCountMax: Changes that one transaction has carried over at most.
    /// - Returns: The pass, whose steps are to be taken.
    /// - Throws: Why nothing could be committed.
    func begin(changeCountMax: Int) throws(LMDBError) -> PageCleaning {
        let record = CleaningRecord(begunAt: clock(), endedAt: nil, transactionID: 0)
        let pageCount = min(2 * changeCountMax + 64, Self.bufferPageCountMax)
        try environment.overwriteBuffers(pageCount: pageCount, in: environment.logTable)
        for _ in 0..<2 { try write(record) }
        let pass = try PageCleaning(of: environment)
        // Not before: one that could not begin is still due.
        state.withLock { state in
            state.record = record
            state.isAsked = false
        }
        return pass
    }

    /// Lets LMDB use again what was freed so far, as far as there is room for the two commits that
    /// this takes; on the mover's thread.
    func letFreedPagesBeUsed() {
        let now = clock()
        let record = state.withLock { state in
            state.record ?? CleaningRecord(begunAt: now, endedAt: nil, transactionID: 0)
        }
        // What is in the way is told by what is moved next.
        for _ in 0..<2 where (try? write(record)) == nil { return }
    }

    /// Notes the end of a pass, on the mover's thread.
    func end(_ pass: PageCleaning) throws(LMDBError) {
        guard var record = state.withLock({ $0.record }) else { return }
        let newest = try environment.information().lastTransactionID
        record.endedAt = pass.isWhole ? clock() : nil
        // What was deleted by a commit during the pass is for the next one.
        let isQuiet = UInt64(newest) == pass.firstTransactionID
        record.transactionID = pass.isWhole && isQuiet ? UInt64(newest + 1) : 0
        try write(record)
        state.withLock { state in
            state.record = record
            if pass.isWhole { state.cleanedAt = record.begunAt }
        }
    }

    private func write(_ record: CleaningRecord) throws(LMDBError) {
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try record.write(to: &transaction, in: environment.logTable)
            try commit(transaction)
        }
    }
}
