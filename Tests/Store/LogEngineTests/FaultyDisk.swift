import Dispatch
import Glibc
import LMDB
import Locking
import TestSupport

@testable import LogEngine
@testable import StorageEngine

/// Counts, fails or holds the calls of an engine whose failure decides.
final class FaultyDisk: Sendable {
    private let state = Mutex(State())
    private let isMoving = DispatchSemaphore(value: 0)
    private let mayMove = DispatchSemaphore(value: 0)

    private struct State {
        var batches: [Batch] = []
        var flushCount = 0
        /// The files that have batches which were not flushed.
        var unflushed: Set<Int32> = []
        var commitCount = 0
        var reasons: [StopReason] = []
        var batchFailures: [Int: Int32] = [:]
        var flushFailures: [Int: Int32] = [:]
        var growthFailure: Int32?
        var extentFailure: Int32?
        var commitFailure: LMDBError?
        var leftByteCount: Int?
        var isHoldingMover = false
        var isMoverHeld = false
    }

    /// A batch as it was written to the log.
    struct Batch: Sendable {
        let changeCount: Int
        let byteCount: Int

        init(_ bytes: UnsafeRawBufferPointer) {
            var count = 0
            if let number = LogBatch.Header(bytes) {
                for batch in LoggedRun(bytes, identity: number.identity).batches {
                    batch.forEach { _, _, _ in count += 1 }
                }
            }
            changeCount = count
            byteCount = bytes.count
        }
    }

    /// Batches that were written to the log, or were to be.
    var batches: [Batch] { state.withLock { $0.batches } }
    var batchCount: Int { batches.count }
    /// Flushes of the log's batches.
    var flushCount: Int { state.withLock { $0.flushCount } }
    /// Transactions of LMDB that were to be committed.
    var commitCount: Int { state.withLock { $0.commitCount } }
    /// Why the engine stopped the process, if it did.
    var reasons: [StopReason] { state.withLock { $0.reasons } }

    /// What to give the engine.
    var seams: WriteAheadEngine.Seams {
        WriteAheadEngine.Seams(
            files: FileOperations(
                write: { self.write($0, $1, $2) },
                synchronize: { self.synchronize($0) }
            ),
            diskByteCount: { environment throws(LMDBError) in
                if let count = self.state.withLock({ $0.leftByteCount }) { return count }
                return try environment.freeByteCount()
            },
            commit: { (transaction: consuming WriteTransaction) throws(LMDBError) in
                self.awaitMoving()
                if let failure = self.commitFailure() { throw failure }
                try transaction.commit()
            },
            stop: { reason in self.state.withLock { $0.reasons.append(reason) } }
        )
    }

    /// Lets the batch of this number, counted from 0, not reach the log.
    func fail(batch number: Int, with errno: Int32) {
        state.withLock { $0.batchFailures[number] = errno }
    }

    /// Lets the log's flush of this number, counted from 0, fail.
    func fail(flush number: Int, with errno: Int32) {
        state.withLock { $0.flushFailures[number] = errno }
    }

    /// Lets the files of the log not grow, for as long as there is an error.
    func failGrowth(with errno: Int32?) {
        state.withLock { $0.growthFailure = errno }
    }

    /// Lets the file system say that so many bytes are left; nil for the truth.
    func leave(byteCount: Int?) {
        state.withLock { $0.leftByteCount = byteCount }
    }

    /// Lets it not be recorded how far the log reaches.
    func failExtent(with errno: Int32) {
        state.withLock { $0.extentFailure = errno }
    }

    /// Lets nothing be moved, for as long as there is an error.
    func failMoving(with error: LMDBError?) {
        state.withLock { $0.commitFailure = error }
    }

    /// Holds the mover before its next commit.
    func holdMover() {
        state.withLock { $0.isHoldingMover = true }
    }

    /// Returns when the mover is held.
    func awaitHeldMover() throws {
        try isMoving.waitPatiently()
    }

    /// Lets the mover go on.
    func releaseMover() {
        let isMoverHeld = state.withLock { state in
            state.isHoldingMover = false
            defer { state.isMoverHeld = false }
            return state.isMoverHeld
        }
        if isMoverHeld { mayMove.signal() }
    }

    private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        let isBatch = LogBatch.Header(bytes) != nil
        // The files grow by zeros.
        let isGrowth = bytes.first == 0
        let failure = state.withLock { state in
            guard isBatch else { return isGrowth ? state.growthFailure : state.extentFailure }
            defer { state.batches.append(Batch(bytes)) }
            state.unflushed.insert(descriptor)
            return state.batchFailures[state.batches.count]
        }
        if let failure {
            errno = failure
            return -1
        }
        return pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    private func synchronize(_ descriptor: Int32) -> Int32 {
        let failure = state.withLock { state -> Int32? in
            // A file that is cleaned has none.
            guard state.unflushed.remove(descriptor) != nil else { return nil }
            defer { state.flushCount += 1 }
            return state.flushFailures[state.flushCount]
        }
        if let failure {
            errno = failure
            return -1
        }
        return fdatasync(descriptor)
    }

    private func awaitMoving() {
        let isHeld = state.withLock { state in
            state.isMoverHeld = state.isHoldingMover
            return state.isMoverHeld
        }
        if isHeld {
            isMoving.signal()
            mayMove.passPatiently()
        }
    }

    private func commitFailure() -> LMDBError? {
        state.withLock { state in
            state.commitCount += 1
            return state.commitFailure
        }
    }
}
