/// A change on its way: run in a transaction, then told its end.
///
/// An engine calls `run` once or more, `didCommit` if what it wrote is durable, then `finish` once,
/// and after a commit `didEndBatch`, one after the other.
package protocol WriteJob: AnyObject, Sendable {
    /// Whether the change may use the room that is kept back from others, see `StoreReserve`.
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

/// A change made of two closures.
///
/// Unchecked: `result` is touched by `run` and `finish` alone, which an engine calls one after
/// the other; a job passes between threads through the lock of the engine's queue.
final class ClosureJob<Success: Sendable, Failure: StorageFailure>: WriteJob, @unchecked Sendable {
    let mayUseReserve: Bool
    private let body: @Sendable (any WriteView) throws(Failure) -> Success
    private let completion: @Sendable (Result<Success, Failure>) -> Void
    private var result: Result<Success, Failure>?

    init(
        mayUseReserve: Bool = false,
        body: @escaping @Sendable (any WriteView) throws(Failure) -> Success,
        completion: @escaping @Sendable (Result<Success, Failure>) -> Void
    ) {
        self.mayUseReserve = mayUseReserve
        self.body = body
        self.completion = completion
    }

    func run(on view: any WriteView) -> Bool {
        do throws(Failure) {
            result = .success(try body(view))
            return true
        } catch {
            result = .failure(error)
            return false
        }
    }

    func didCommit() {}

    func finish(_ failure: StorageError?) {
        if let failure { return completion(.failure(Failure(failure))) }
        guard let result else { preconditionFailure("A change ended before it was run.") }
        completion(result)
    }

    func didEndBatch() {}
}
