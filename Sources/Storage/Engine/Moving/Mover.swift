internal import Glibc
internal import LMDB

/// The one thread that writes to LMDB: carries frozen overlays there, in the order of their keys.
///
/// Each transaction is durable when it ends and of bounded size, so that neither readers nor the
/// log's flushes wait long for the disk. The last one of an overlay records the position of the
/// log; a crash before that lets the whole overlay be moved again, to the same end.
final class Mover: Sendable {
    private let environment: Environment
    private let generations: Generations
    private let identity: UInt64
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
        commit: @escaping Commit,
        stop: @escaping @Sendable (_ reason: String) -> Void,
        counts: EngineCounts
    ) {
        self.counts = counts
        self.environment = environment
        self.generations = generations
        self.identity = identity
        self.commit = commit
        self.stop = stop
    }

    /// Works until the engine closes, or the disk fails.
    func run() {
        while let overlay = generations.awaitFrozen() {
            guard move(overlay) else { return }
        }
    }

    /// Carries an overlay over; answers whether it arrived.
    private func move(_ overlay: Overlay) -> Bool {
        var place = Place(node: overlay.following(nil), movedCount: 0)
        while true {
            do throws(LMDBError) {
                place = try moveChunk(of: overlay, from: place)
            } catch {
                if !isOutOfSpace(error) {
                    generations.fail(.stopped)
                    stop("The store's disk failed during a commit (\(error)).")
                    return false
                }
                guard generations.waitAtObstacle(.full) else { return false }
                continue
            }
            if place.node == nil { break }
            generations.noteMoved(share: Double(place.movedCount) / Double(overlay.nodeCount))
        }
        generations.dropFrozen()
        counts.didMoveOverlay()
        return true
    }

    /// How far an overlay has been moved.
    private struct Place {
        /// The first node that is not in LMDB yet; nil when all are.
        var node: Arena.Offset?
        var movedCount: Int
    }

    /// Moves the next changes in a transaction of their own.
    private func moveChunk(of overlay: Overlay, from place: Place) throws(LMDBError) -> Place {
        var place = place
        let (start, movedBefore) = (ContinuousClock.now, place.movedCount)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            var byteCount = 0
            while let node = place.node, byteCount < EngineLimits.moveByteCountMax {
                byteCount += try apply(node, of: overlay, to: &transaction)
                place.node = overlay.following(node)
                place.movedCount += 1
            }
            if place.node == nil {
                try LogPosition(identity: identity, appliedBatch: overlay.lastBatch)
                    .write(to: &transaction, in: environment.logTable)
            }
            try commit(transaction)
        }
        counts.didMove(changeCount: place.movedCount - movedBefore, in: .now - start)
        return place
    }

    /// Applies a node's newest version; answers how many bytes it has.
    private func apply(
        _ node: Arena.Offset,
        of overlay: Overlay,
        to transaction: inout WriteTransaction
    ) throws(LMDBError) -> Int {
        let table = overlay.table(of: node)
        let handle = environment.handle(of: table)
        let key = overlay.key(of: node)
        switch overlay.change(of: node, asOf: .max) {
        case .put(let value):
            try transaction.put(
                byteCount: value.count + Checksum.byteCount,
                for: key.bytes,
                in: handle
            ) { target in
                Checksum.write(value.bytes, key: key.bytes, table: table, to: target)
            }
            return EngineLimits.moveByteCountPerChange + value.count
        case .delete, nil:
            try transaction.delete(key.bytes, in: handle)
            return EngineLimits.moveByteCountPerChange
        }
    }

    private func isOutOfSpace(_ error: LMDBError) -> Bool {
        if error.isOutOfSpace { return true }
        guard error == .io(errno: EIO), let free = try? environment.freeByteCount() else {
            return false
        }
        return free < EngineLimits.fullDiskByteCountMax
    }
}
