/// What LMDB says that it has of the log, seen from the overlay that is carried over.
struct MovedBatches {
    /// What LMDB says.
    let position: LogPosition
    /// The identity of the log.
    let identity: UInt64
    /// The newest batch that is durable in the log.
    let publishedBatch: UInt64
    /// The newest batch of the overlay.
    let lastBatch: UInt64
    /// Whether all of the overlay has been carried over.
    let isMoved: Bool
}

extension MovedBatches: Invariant {
    /// LMDB has nothing that could still be lost with the log, and says that it has a batch once it
    /// has all of it, and not before.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        if position.identity != identity { broken.append("the database is that of another log") }
        if lastBatch > publishedBatch { broken.append("what is moved is not durable in the log") }
        if position.appliedBatch > publishedBatch {
            broken.append("the database has what is not durable in the log")
        }
        if isMoved, position.appliedBatch != lastBatch {
            broken.append("the database does not say what was moved")
        }
        if !isMoved, position.appliedBatch > lastBatch {
            broken.append("the database is ahead of what is moved")
        }
        return broken
    }
}
