/// Ordered tables of byte strings that many threads read and one thread changes.
///
/// - A change is acknowledged when it is on stable storage, and not before.
/// - A change that throws leaves no trace, also when it shares a commit with others.
/// - Reads see all changes that were acknowledged before they began, and block nobody.
///
/// How changes become durable is each engine's own affair: directly in LMDB, or in a log that
/// is carried over later.
package protocol StorageEngine: AnyObject, Sendable {
    /// Reads one state of the store, on this thread.
    ///
    /// - Throws: what `body` throws, or the engine's own error wrapped in the same type.
    func read<Success, Failure: StorageFailure>(
        _ body: (any ReadView) throws(Failure) -> Success
    ) throws(Failure) -> Success

    /// Takes a change; its end is called exactly once, maybe before this returns.
    func submit(_ job: any WriteJob)

    /// Does what is due from time to time, such as freeing what readers that died still hold;
    /// called each 30 seconds. What fails is tried again the next time.
    func maintain()

    /// Finishes what was taken, refuses what comes, and closes the store; blocks until then.
    ///
    /// Must not be called from a change, an action or a completion.
    func close()
}

extension StorageEngine {
    /// Takes a change and tells its end.
    ///
    /// `body` runs on the engine's thread, maybe more than once if a commit has to be repeated:
    /// it must have no effect but its writes. `completion` is called exactly once: after the
    /// change is durable, or with the reason why nothing of it was kept. It runs on the engine's
    /// thread, or on this one if the change is refused at once, and must be short.
    package func submit<Success: Sendable, Failure: StorageFailure>(
        _ body: @escaping @Sendable (any WriteView) throws(Failure) -> Success,
        completion: @escaping @Sendable (Result<Success, Failure>) -> Void
    ) {
        submit(ClosureJob(body: body, completion: completion))
    }

    /// Makes a change and waits until it is durable.
    ///
    /// - Throws: what `body` throws, or the engine's own error wrapped in the same type.
    package func write<Success: Sendable, Failure: StorageFailure>(
        _ body: @escaping @Sendable (any WriteView) throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        let result = await withCheckedContinuation { continuation in
            submit(body) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
