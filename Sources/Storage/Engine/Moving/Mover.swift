internal import Glibc
internal import LMDB

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
    private let stop: @Sendable (_ reason: String) -> Void
    private let counts: EngineCounts

    /// How a transaction is committed.
    typealias Commit = @Sendable (consuming WriteTransaction) throws(LMDBError) -> Void

    /// Gathers what the mover needs; `stop` ends the process.
    init(
        environment: Environment,
        generations: Generations,
        identity: UInt64,
        archiver: LogArchiver?,
        commit: @escaping Commit,
        stop: @escaping @Sendable (_ reason: String) -> Void,
        counts: EngineCounts
    ) {
        self.counts = counts
        self.environment = environment
        self.generations = generations
        self.identity = identity
        self.archiver = archiver
        self.commit = commit
        self.stop = stop
    }

    /// Works until the engine closes, or the disk fails.
    func run() {
        while let overlay = generations.awaitFrozen() {
            guard archiveBatches(of: overlay), move(overlay) else { return }
        }
    }

    /// Puts the batches of an overlay into the archive; answers whether they are there.
    ///
    /// Their file is written over once the overlay is gone, and LMDB must not say that it has the
    /// last of them before: a start would not look at them again.
    private func archiveBatches(of overlay: Overlay) -> Bool {
        guard let archiver else { return true }
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
        var transfer = OverlayTransfer(of: overlay, to: environment)
        while !transfer.isDone {
            do throws(LMDBError) {
                transfer = try moveChunk(of: overlay, transfer)
            } catch {
                if !isOutOfSpace(error) {
                    generations.fail(.stopped)
                    stop("The store's disk failed during a commit (\(error)).")
                    return false
                }
                guard generations.waitAtObstacle(.full) else { return false }
                continue
            }
            if !transfer.isDone { generations.noteMoved(share: transfer.share) }
        }
        generations.dropFrozen()
        counts.didMoveOverlay()
        return true
    }

    /// Moves the next changes in a transaction of their own.
    private func moveChunk(
        of overlay: Overlay,
        _ transfer: OverlayTransfer
    ) throws(LMDBError) -> OverlayTransfer {
        var transfer = transfer
        let (start, movedBefore) = (ContinuousClock.now, transfer.movedCount)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try transfer.putNext(into: &transaction)
            if transfer.isDone {
                try LogPosition(identity: identity, appliedBatch: overlay.lastBatch)
                    .write(to: &transaction, in: environment.logTable)
            }
            try commit(transaction)
        }
        counts.didMove(changeCount: transfer.movedCount - movedBefore, in: .now - start)
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
