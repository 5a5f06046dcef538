/// Ordered tables of byte strings that many threads read, and that are changed by one change after
/// the other.
///
/// - A change is acknowledged when it is durable, and not before.
/// - A change that throws leaves no trace, also when it is made durable together with others.
/// - Reads see all changes that were acknowledged before they began, nothing that is not durable,
///   and block nobody.
///
/// What the records mean is not an engine's to know. Its requirements are not generic, for calls
/// through a protocol are slow where they are; what is pleasant to call stands in extensions.
package protocol Engine: AnyObject, Sendable {
    /// Whether all changes of the store pass through this object, and nobody else may have the
    /// store open for writing.
    ///
    /// Then what was read within a change may be remembered for the next one, and who hears of the
    /// ends of its changes has heard of all. Where it does not hold, nothing may be remembered.
    var isSoleOwner: Bool { get }

    /// Names the life of the store: another one begins when it is restored, copied or loaded.
    var life: UInt64 { get }

    /// Whether changes are refused, since the store failed or the engine is closed.
    var isStopped: Bool { get }

    /// Whether only changes that may use the reserve are taken.
    var isFull: Bool { get }

    /// Whether changes are refused for lack of room, and which.
    var fullness: StoreFullness { get }

    /// What has happened so far; from any thread, and nobody waits for it.
    var activity: EngineActivity { get }

    /// Lends one durable state of the store to `body`, and waits until it has run.
    ///
    /// - Throws: why there is no such state; `body` has not run then.
    func lend(_ body: (any ReadView) -> Void) throws(StorageError)

    /// Takes a read whose caller does not wait: it runs on one durable state of the store, now on
    /// this thread or later on another one, and then is told its end, once.
    func submit(_ read: any ReadJob)

    /// Takes a change; its end is called exactly once, maybe before this returns.
    ///
    /// When too many changes wait already, or the engine is closed, it ends on this thread.
    func submit(_ change: any WriteJob)

    /// Does what is due from time to time; called each 30 seconds.
    func maintain()

    /// Has nothing of what was deleted left behind; blocks until that is done.
    ///
    /// - Returns: Whether it was; not while a reader holds an older state, for example.
    func clean() -> Bool

    /// Finishes what was taken, refuses what comes, and closes the store; blocks until then.
    ///
    /// Must not be called from a change or from what is told of one.
    func close()
}

// What an engine does whose states are at hand.
extension Engine {
    /// Runs the read at once, on this thread.
    package func submit(_ read: any ReadJob) {
        do throws(StorageError) {
            try lend { view in read.run(on: view) }
            read.finish(nil)
        } catch {
            read.finish(error)
        }
    }
}

// What callers use.
extension Engine {
    /// Reads one durable state of the store, and waits for it.
    ///
    /// - Throws: what `body` throws, or the engine's own error wrapped in the same type.
    package func read<Success, Failure: StorageFailure>(
        _ body: (any ReadView) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        var result: Result<Success, Failure>?
        do throws(StorageError) {
            try lend { view in
                result = Result { () throws(Failure) in try body(view) }
            }
        } catch {
            throw Failure(error)
        }
        guard let result else { preconditionFailure("A state that is lent is read.") }
        return try result.get()
    }

    /// Takes a change and tells its end.
    ///
    /// `body` runs on the engine's thread, maybe more than once: it must have no effect but its
    /// writes. `completion` is called exactly once: after the change is durable, or with the
    /// reason why nothing of it was kept. It runs on the engine's thread, or on this one if the
    /// change is refused at once, and must be short.
    ///
    /// `mayUseReserve` says whether it may use the room that is kept back from others.
    package func submit<Success: Sendable, Failure: StorageFailure>(
        mayUseReserve: Bool = false,
        _ body: @escaping @Sendable (any WriteView) throws(Failure) -> Success,
        completion: @escaping @Sendable (Result<Success, Failure>) -> Void
    ) {
        let job: any WriteJob = ClosureJob(
            mayUseReserve: mayUseReserve,
            body: body,
            completion: completion
        )
        submit(job)
    }

    /// Makes a change and waits until it is durable.
    ///
    /// - Throws: what `body` throws, or the engine's own error wrapped in the same type.
    package func write<Success: Sendable, Failure: StorageFailure>(
        mayUseReserve: Bool = false,
        _ body: @escaping @Sendable (any WriteView) throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        let result = await withCheckedContinuation { continuation in
            submit(mayUseReserve: mayUseReserve, body) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
