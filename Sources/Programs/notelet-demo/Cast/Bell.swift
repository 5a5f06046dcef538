import Locking

/// Lets tasks wait for a condition that others bring about, for a limited time.
final class Bell: Sendable {
    private let state = Mutex(State())

    private struct State {
        var ringCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Longer than any step takes on a machine that is busy with other things, too.
    private static let patience = Duration.seconds(20)

    /// Makes all who wait look again.
    func ring() {
        let waiters = state.withLock { state in
            state.ringCount += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    /// Waits until the condition holds, looking again after each ring.
    ///
    /// - Throws: `Mismatch` when the time is up, and what the condition throws.
    func wait(_ claim: String, until holds: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + Bell.patience
        let alarm = Task {
            try await Task.sleep(until: deadline)
            ring()
        }
        defer { alarm.cancel() }
        while true {
            // Counted before looking, so that a ring during the look is not missed.
            let ringCount = state.withLock { $0.ringCount }
            if try await holds() { return }
            guard ContinuousClock.now < deadline else {
                throw Mismatch(claim, expected: "within \(Bell.patience.brief)", got: "not yet")
            }
            await nextRing(after: ringCount)
        }
    }

    private func nextRing(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.ringCount == count { state.waiters.append(continuation) }
                return state.ringCount != count
            }
            if isOver { continuation.resume() }
        }
    }
}
