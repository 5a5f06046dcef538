internal import Glibc
internal import LMDB

/// The one thread's work: runs waiting changes, commits them together, tells their ends.
///
/// After a failed sync or meta write nothing is known about what the disk holds: no change is
/// acknowledged any more and the process ends. A sync is never tried again, for the kernel has
/// marked the lost pages clean.
final class Writer: Sendable {
    private let environment: Environment
    private let queue: WriteQueue
    private let seams: Seams

    /// What tests replace: the commit itself, and the end of the process.
    struct Seams: Sendable {
        var commit: @Sendable (consuming WriteTransaction) throws(LMDBError) -> Void = {
            (transaction) throws(LMDBError) in try transaction.commit()
        }
        var stop: @Sendable (_ reason: String) -> Void
    }

    /// How one attempt to commit changes ended.
    private enum Attempt {
        /// This many changes are durable, and the actions that they asked for are due.
        case committed(jobCount: Int, actions: [@Sendable () -> Void])
        /// Nothing was kept; another attempt with fewer changes is sound.
        case refused(LMDBError)
        /// Nobody knows what was kept.
        case fatal(LMDBError)
    }

    init(environment: Environment, queue: WriteQueue, seams: Seams) {
        self.environment = environment
        self.queue = queue
        self.seams = seams
    }

    /// Works until the queue is closed and empty, or the disk fails.
    func run() {
        while let jobs = queue.take(countMax: EngineLimits.batchJobCountMax) {
            guard commit(jobs[...]) else { return refuseWaiting() }
        }
    }

    /// Commits changes in their order, as many together as belong together, and tells their ends.
    ///
    /// Changes that do not fit are parted in halves until those that fail alone are found, which
    /// costs few commits when they are few. Answers whether the disk still works; all changes
    /// have ended in either case.
    private func commit(_ jobs: ArraySlice<any WriteJob>) -> Bool {
        var remaining = jobs
        while let next = remaining.first {
            switch attempt(remaining) {
            case .committed(let jobCount, let actions):
                for action in actions { action() }
                for job in remaining.prefix(jobCount) { job.finish(nil) }
                remaining = remaining.dropFirst(jobCount)
            case .refused(let error) where remaining.count == 1:
                next.finish(StorageError(error))
                return true
            case .refused:
                let half = remaining.prefix(remaining.count / 2)
                remaining = remaining.dropFirst(half.count)
                if commit(half) { continue }
                for job in remaining { job.finish(Self.stopped) }
                return false
            case .fatal(let error):
                queue.close(Self.stopped)
                seams.stop("The store's disk failed during a commit (\(error)).")
                for job in remaining { job.finish(.outcomeUnknown) }
                return false
            }
        }
        return true
    }

    private func attempt(_ jobs: ArraySlice<any WriteJob>) -> Attempt {
        var jobCount = 0
        var actions: [@Sendable () -> Void] = []
        var isCommitting = false
        do throws(LMDBError) {
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                let view = TransactionView(transaction, tables: environment.tables)
                defer { view.end() }
                let overlay = OverlayView(over: view)
                var byteCount = 0
                for job in jobs where byteCount < EngineLimits.batchByteCountMax {
                    overlay.removeAll()
                    if job.run(on: overlay) {
                        try view.apply(overlay.writeSet)
                        actions += overlay.actions
                        byteCount += overlay.writeSet.byteCount
                    }
                    jobCount += 1
                }
                isCommitting = true
                try seams.commit(view.takeTransaction())
            }
            return .committed(jobCount: jobCount, actions: actions)
        } catch {
            if error == .panic { return .fatal(error) }
            return isCommitting && !isOutOfSpace(error) ? .fatal(error) : .refused(error)
        }
    }

    private func isOutOfSpace(_ error: LMDBError) -> Bool {
        if error.isOutOfSpace { return true }
        guard error == .io(errno: EIO), let free = try? environment.freeByteCount() else {
            return false
        }
        return free < EngineLimits.fullDiskByteCountMax
    }

    /// Ends the changes that were never tried.
    private func refuseWaiting() {
        while let jobs = queue.take(countMax: EngineLimits.batchJobCountMax) {
            for job in jobs { job.finish(Self.stopped) }
        }
    }

    private static let stopped = StorageError.unavailable("The store has stopped: its disk failed.")
}
