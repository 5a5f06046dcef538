/// A change on its way: run in a transaction, then told its end.
///
/// An engine calls `run` once or more, `didCommit` if what it wrote is durable, then `finish` once,
/// and after a commit `didEndBatch`, one after the other.
package protocol WriteJob: AnyObject, Sendable {
    /// Whether the change may use the room that is kept back from others, see `RoomNews`.
    var mayUseReserve: Bool { get }

    /// Runs the change; answers whether its writes are to be kept.
    func run(on view: any WriteView) -> Bool

    /// Tells that the last run's writes, if it made any, are durable and seen by all.
    ///
    /// All changes of a batch hear of it before the first of them is told its end.
    func didCommit()

    /// Tells the end: what the last run resulted in, or the failure that came upon it.
    func finish(_ failure: StorageError?)

    /// Tells that all changes of a committed batch have been told their end: for what nobody who
    /// waits for an end should have to wait for.
    func didEndBatch()
}
