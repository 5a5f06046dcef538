import Locking

/// What happened, in order, from any thread; a test can wait for a number of entries.
package final class Log<Entry: Sendable>: Sendable {
    /// Begins empty.
    package init() {}

    private let state = Mutex(State())

    private struct State {
        var entries: [Entry] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// All of it.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Adds an entry and returns how many there are.
    @discardableResult
    package func append(_ entry: Entry) -> Int {
        let (count, ready) = state.withLock { state in
            state.entries.append(entry)
            let count = state.entries.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return (count, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        return count
    }

    /// Waits until there are so many entries.
    package func wait(forCount count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.entries.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}

/// Waits for ever: until the task is cancelled.
package func waitForCancellation() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
}
