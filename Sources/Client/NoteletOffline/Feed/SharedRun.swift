/// Work that many ask for and that is done once for all who asked before it began.
///
/// Who asks while it is done is served by the next run: this one may have passed what is wanted.
actor SharedRun {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private var running: Task<Void, Never>?
    private var nextID: UInt64 = 0
    /// Who is served by what runs.
    private var served: [UInt64: Waiter] = [:]
    /// Who waits for the next run.
    private var waiting: [UInt64: Waiter] = [:]

    /// How many wait for the next run.
    var waitingCount: Int { waiting.count }

    /// Has the work be done, and waits for its end.
    ///
    /// - Parameter body: The work, the same for all; it is cancelled when nobody waits for it.
    /// - Throws: What it throws; `CancellationError` where the task is cancelled, at once.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let id = nextID
        nextID += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiter) in
                // A cancellation that comes later finds the waiter; an earlier one is seen.
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting[id] = continuation
                begin(body)
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func begin(_ body: @escaping @Sendable () async throws -> Void) {
        guard running == nil, !waiting.isEmpty else { return }
        served = waiting
        waiting = [:]
        running = Task {
            let result = await Result(catching: body)
            for waiter in served.values { waiter.resume(with: result) }
            served = [:]
            running = nil
            begin(body)
        }
    }

    private func cancel(_ id: UInt64) {
        let waiter = served.removeValue(forKey: id) ?? waiting.removeValue(forKey: id)
        waiter?.resume(throwing: CancellationError())
        if served.isEmpty { running?.cancel() }
    }
}

extension Result where Success == Void, Failure == any Error {
    /// What became of a piece of work.
    fileprivate init(catching body: () async throws -> Void) async {
        do {
            try await body()
            self = .success(())
        } catch {
            self = .failure(error)
        }
    }
}
