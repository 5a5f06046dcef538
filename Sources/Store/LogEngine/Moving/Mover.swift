internal import Glibc
internal import LMDB
internal import Locking
internal import StorageEngine

/// The one thread that writes to LMDB: carries frozen overlays there, in the order of their keys.
///
/// Each transaction is durable when it ends and of bounded size, so that neither readers nor the
/// log's flushes wait long for the disk. The last one of an overlay records the position of the
/// log; a crash before that lets the whole overlay be moved again, to the same end. Where the log
/// is archived, that comes first.
final class Mover: Sendable {
    private let environment: Environment
    private let generations: Generations
    private let identity: UInt64
    private let archiver: LogArchiver?
    private let commit: Commit
    private let failure: EngineFailure
    private let counts: EngineCounts
    private let cleaner: Cleaner
    private let commits: CommitQueue
    private let reserve: StoreReserve
    private let leavesLog: Bool
    /// Changes that one transaction has carried over at most.
    private let changeCountMax = Atomic<Int>(0)

    /// How a transaction is committed.
    typealias Commit = @Sendable (consuming WriteTransaction) throws(LMDBError) -> Void

    /// Gathers what the mover needs.
    init(
        environment: Environment,
        generations: Generations,
        identity: UInt64,
        archiver: LogArchiver?,
        commit: @escaping Commit,
        failure: EngineFailure,
        counts: EngineCounts,
        cleaner: Cleaner,
        commits: CommitQueue,
        reserve: StoreReserve,
        leavesLog: Bool
    ) {
        self.leavesLog = leavesLog
        self.counts = counts
        self.cleaner = cleaner
        self.commits = commits
        self.reserve = reserve
        self.environment = environment
        self.generations = generations
        self.identity = identity
        self.archiver = archiver
        self.commit = commit
        self.failure = failure
    }

    /// Works until the engine closes, or the disk fails.
    func run() {
        defer { cleaner.tellEnd() }
        var pass: PageCleaning?
        while true {
            switch generations.awaitWork() {
            case .move(let overlay):
                guard !leavesLog else { return leaveLog() }
                guard archiveBatches(of: overlay), move(overlay) else { return }
            case .clean:
                guard clean(&pass) else { return }
            case .end: return
            }
        }
    }

    /// Ends without moving anything; nobody is to wait for it.
    private func leaveLog() {
        let reason =
            "The log is to stay as it is, and has no room for more: let the server start, and stop "
            + "it again."
        _ = generations.waitAtObstacle(.unavailable(reason))
    }

    /// Takes the next step of a pass over the database; answers whether the disk still works.
    private func clean(_ pass: inout PageCleaning?) -> Bool {
        do throws(LMDBError) {
            guard let current = pass else {
                let changeCountMax = changeCountMax.load(ordering: .relaxed)
                pass = try cleaner.begin(changeCountMax: changeCountMax)
                return true
            }
            try current.step()
            guard current.isDone else {
                generations.restFromCleaning()
                return true
            }
            try cleaner.end(current)
        } catch {
            if case .io = error, !isOutOfSpace(error) {
                failure.declare(
                    .diskFailed("The store's disk failed while it was cleaned (\(error)).")
                )
                return false
            }
            // It is begun anew when it is due again.
        }
        pass = nil
        generations.endCleaning()
        cleaner.tellEnd()
        return true
    }

    /// Overwrites the file of the log whose batches are all in LMDB, before the writer may use it
    /// again; answers whether the disk still works.
    ///
    /// A busy writer needs it soon and writes over it itself, so then it is done in time alone. A
    /// crash finds batches that LMDB has, torn ones and zeros, which recovery passes over alike.
    private func cleanLog() -> Bool {
        guard generations.progress.activeFill < Self.idleFill || cleaner.isLogOverdue else {
            return true
        }
        do throws(FileError) {
            try commits.cleanIdleFile()
            cleaner.noteLogCleaned()
            return true
        } catch {
            if error.isOutOfSpace { return true }
            failure.declare(
                .diskFailed("The store's disk failed while its log was cleaned (\(error)).")
            )
            return false
        }
    }

    /// How full the active overlay is while there is time.
    private static let idleFill = 0.5

    /// Puts the batches of an overlay into the archive; answers whether they are there.
    ///
    /// Their file is written over once the overlay is gone, and LMDB must not say that it has the
    /// last of them before: a start would not look at them again.
    private func archiveBatches(of overlay: Overlay) -> Bool {
        // The writer leaves a file of which nothing is new, to have it cleaned.
        guard let archiver, !overlay.isEmpty else { return true }
        var isFailing = false
        while true {
            do throws(LogArchiveError) {
                try archiver.keep(upTo: overlay.lastBatch)
                if isFailing { archiver.report(.working) }
                return true
            } catch {
                if !isFailing { archiver.report(.failing(reason: error.reason)) }
                isFailing = true
                guard generations.waitAtObstacle(error.obstacle) else { return false }
            }
        }
    }

    /// Carries an overlay over; answers whether it arrived.
    private func move(_ overlay: Overlay) -> Bool {
        checkInvariants(of: overlay, isMoved: false)
        var transfer = OverlayTransfer(of: overlay, to: environment)
        var byteCountMax = reserve.moveByteCountMax
        while !transfer.isDone {
            do throws(LMDBError) {
                transfer = try moveChunk(of: overlay, transfer, byteCountMax)
                byteCountMax = min(2 * byteCountMax, reserve.moveByteCountMax)
                reserve.noteObstruction(false)
            } catch {
                if !isOutOfSpace(error) {
                    failure.declare(
                        error.isDamage
                            ? .damaged("\(error)")
                            : .diskFailed("The store's disk failed during a commit (\(error)).")
                    )
                    return false
                }
                if byteCountMax > EngineLimits.moveByteCountMin {
                    byteCountMax = max(byteCountMax / 8, EngineLimits.moveByteCountMin)
                    continue
                }
                if reserve.release() { continue }
                cleaner.letFreedPagesBeUsed()
                reserve.noteObstruction(true)
                guard generations.waitAtObstacle(.full) else { return false }
                continue
            }
            if !transfer.isDone { generations.noteMoved(share: transfer.share) }
        }
        checkInvariants(of: overlay, isMoved: true)
        guard cleanLog() else { return false }
        generations.dropFrozen()
        if !overlay.isEmpty { counts.didMoveOverlay() }
        return true
    }

    /// Stops a debug build where LMDB does not say what it has of the log.
    @inline(__always)
    private func checkInvariants(of overlay: Overlay, isMoved: Bool) {
        #if DEBUG
            // What cannot be read stops the move as well, and is told there.
            let stored = try? LogPosition.stored(in: environment)
            guard !overlay.isEmpty, let position = stored ?? nil else { return }
            MovedBatches(
                position: position,
                identity: identity,
                publishedBatch: generations.publishedBatch,
                lastBatch: overlay.lastBatch,
                isMoved: isMoved
            ).checkInvariants()
        #endif
    }

    /// Moves the next changes in a transaction of their own.
    private func moveChunk(
        of overlay: Overlay,
        _ transfer: OverlayTransfer,
        _ byteCountMax: Int
    ) throws(LMDBError) -> OverlayTransfer {
        var transfer = transfer
        let (start, movedBefore) = (ContinuousClock.now, transfer.movedCount)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transfer.putNext(into: &transaction, byteCountMax: byteCountMax)
            transfer.checkInvariants()
            if transfer.isDone {
                let last = overlay.lastBatch
                try LogPosition(identity: identity, appliedBatch: last, hasExtent: true)
                    .write(to: &transaction, in: environment.logTable)
            }
            try commit(transaction)
        }
        let changeCount = transfer.movedCount - movedBefore
        changeCountMax.store(
            max(changeCount, changeCountMax.load(ordering: .relaxed)),
            ordering: .relaxed
        )
        counts.didMove(changeCount: changeCount, in: .now - start)
        return transfer
    }

    private func isOutOfSpace(_ error: LMDBError) -> Bool {
        if error.isOutOfSpace { return true }
        guard error == .io(errno: EIO), let free = try? environment.freeByteCount() else {
            return false
        }
        return free < EngineLimits.fullDiskByteCountMax
    }
}
