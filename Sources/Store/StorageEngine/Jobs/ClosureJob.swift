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
