internal import Glibc
internal import LMDB
internal import Locking

/// The one thread that makes changes: runs those that wait, logs them together, tells their ends.
///
/// After a failed write or flush nothing is known about what the disk holds: no change is
/// acknowledged any more and the process ends. A flush is never tried again, for the kernel has
/// marked the lost pages clean.
///
/// Unchecked: all that changes belongs to the thread that calls `run`.
final class Writer: @unchecked Sendable {
    private let queue: WriteQueue
    private let snapshots: SnapshotSource
    private let options: EngineOptions
    private let stop: @Sendable (_ reason: String) -> Void
    private var log: Log

    private var generations: Generations { snapshots.generations }

    /// Gathers what the writer needs; `stop` ends the process.
    init(
        queue: WriteQueue,
        snapshots: SnapshotSource,
        log: consuming Log,
        options: EngineOptions,
        stop: @escaping @Sendable (_ reason: String) -> Void
    ) {
        self.queue = queue
        self.snapshots = snapshots
        self.log = log
        self.options = options
        self.stop = stop
    }

    /// Works until the queue is closed and empty, or the disk fails; then lets the mover end.
    func run() {
        while let work = queue.take(countMax: EngineLimits.batchJobCountMax) {
            var remaining = work.jobs[...]
            while !remaining.isEmpty {
                guard let count = write(remaining) else {
                    for job in remaining { job.finish(.outcomeUnknown) }
                    return refuseWaiting()
                }
                remaining = remaining.dropFirst(count)
            }
            // What is being moved already need not be waited for: there is another time.
            if work.isMoveRequested, generations.layers.frozen == nil { moveEarly() }
        }
        moveEarly()
        generations.close()
    }

    /// A batch while its changes are run.
    private struct Batch {
        /// How many changes have been run, those that were refused included.
        var jobCount = 0
        /// The changes that were run well and could not be kept.
        var refusals: [Int: StorageError] = [:]
        /// Whether the change behind the last one needs a fresh overlay.
        var isGenerationFull = false
        /// Whether the disk failed while the log grew.
        var hasDiskFailed = false
    }

    /// Writes the first of some changes; answers how many, or nil when the disk failed.
    ///
    /// Those that were written or refused have ended.
    private func write(_ jobs: ArraySlice<any WriteJob>) -> Int? {
        if let obstacle = generations.awaitRoom(fill: fill) { return refuse(jobs, obstacle) }
        let batch: Batch
        do throws(StorageError) {
            batch = try run(jobs)
        } catch {
            return refuse(jobs, error)
        }
        guard !batch.hasDiskFailed, commit() else { return nil }
        finish(jobs.prefix(batch.jobCount), refusals: batch.refusals)
        if batch.isGenerationFull, let obstacle = beginGeneration() {
            return batch.jobCount + refuse(jobs.dropFirst(batch.jobCount), obstacle)
        }
        return batch.jobCount
    }

    /// Tells changes that were written, or refused one by one, their end.
    private func finish(_ jobs: ArraySlice<any WriteJob>, refusals: [Int: StorageError]) {
        guard !refusals.isEmpty else {
            for job in jobs { job.didCommit() }
            for job in jobs { job.finish(nil) }
            return
        }
        for (index, job) in jobs.enumerated() where refusals[index] == nil { job.didCommit() }
        for (index, job) in jobs.enumerated() { job.finish(refusals[index]) }
    }

    /// How full the generation is, from 0 to 1: its memory or its file.
    private var fill: Double { max(generations.layers.active.fill, log.fill) }

    /// Runs changes one after the other; each sees those before it.
    private func run(_ jobs: ArraySlice<any WriteJob>) throws(StorageError) -> Batch {
        let active = generations.layers.active
        var batch = Batch()
        try snapshots.withSnapshot(.latest) { snapshot throws(StorageError) in
            let view = ChangeView(over: snapshot)
            for job in jobs {
                guard log.waitingByteCount < EngineLimits.batchByteCountMax else { break }
                view.removeAll()
                if job.run(on: view) {
                    switch keep(view.writeSet, in: active) {
                    case .kept: break
                    case .refused(let error): batch.refusals[batch.jobCount] = error
                    case .generationFull:
                        batch.isGenerationFull = true
                        return
                    case .diskFailed(let error):
                        end(error)
                        batch.hasDiskFailed = true
                        return
                    }
                }
                batch.jobCount += 1
            }
        }
        return batch
    }

    private enum Keeping {
        case kept
        case refused(StorageError)
        case generationFull
        case diskFailed(FileError)
    }

    /// Puts a change's writes into the log's batch and into the overlay.
    private func keep(_ writeSet: WriteSet, in active: Overlay) -> Keeping {
        if writeSet.isEmpty { return .kept }
        let count = writeSet.entries.count
        guard active.hasRoom(forChanges: count, valueByteCount: writeSet.valueByteCount),
            log.hasRoom(for: writeSet)
        else {
            return active.isEmpty && log.isAtStart ? .refused(.tooLarge) : .generationFull
        }
        do throws(FileError) {
            try log.append(writeSet)
        } catch {
            return error.isOutOfSpace ? .refused(.full) : .diskFailed(error)
        }
        let batch = log.nextNumber
        writeSet.forEach { key, table, value in
            active.insert(value, for: key, in: table, batch: batch)
        }
        return .kept
    }

    /// Makes the batch durable and visible; answers whether the disk still works.
    private func commit() -> Bool {
        if log.isEmpty { return true }
        let number = log.nextNumber
        do throws(FileError) {
            try log.commit()
        } catch {
            end(error)
            return false
        }
        generations.publish(number)
        return true
    }

    /// Acknowledges nothing any more, and ends the process.
    private func end(_ error: FileError) {
        queue.close(Self.stopped)
        generations.fail(Self.stopped)
        stop("The store's disk failed: \(String(cString: strerror(error.code))).")
    }

    /// Freezes the active overlay, so that it is moved, and goes on with a fresh one.
    ///
    /// - Returns: Why that cannot be done; then everything is as before.
    private func beginGeneration() -> StorageError? {
        let fresh = Overlay(byteCountMax: options.overlayByteCountMax)
        if let obstacle = generations.freeze(replacingActiveWith: fresh) { return obstacle }
        log.rotate()
        return nil
    }

    /// Lets what is in memory be moved although there is room for more.
    private func moveEarly() {
        if generations.layers.active.isEmpty { return }
        // What hinders moving hinders it later as well, and is told to the changes that it stops.
        _ = beginGeneration()
    }

    /// Ends changes that cannot be written; answers how many.
    private func refuse(_ jobs: ArraySlice<any WriteJob>, _ reason: StorageError) -> Int {
        for job in jobs { job.finish(reason) }
        return jobs.count
    }

    /// Ends the changes that were never tried.
    private func refuseWaiting() {
        while let work = queue.take(countMax: EngineLimits.batchJobCountMax) {
            for job in work.jobs { job.finish(Self.stopped) }
        }
        generations.close()
    }

    static let stopped = StorageError.unavailable("The store has stopped: its disk failed.")
}
