import Locking
import Testing

/// What happened, in order, from any thread; a test can wait for a number of entries.
package final class Log<Entry: Sendable>: Sendable {
    /// Begins empty.
    package init() {}

    private let state = Mutex(State())

    private struct State {
        var entries: [Entry] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWaiters(upTo count: Int) -> [CheckedContinuation<Void, Never>] {
            defer { waiters.removeAll { $0.count <= count } }
            return waiters.filter { $0.count <= count }.map(\.continuation)
        }
    }

    /// All of it.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// Adds an entry and returns how many there are.
    @discardableResult
    package func append(_ entry: Entry) -> Int {
        let (count, ready) = state.withLock { state in
            state.entries.append(entry)
            let count = state.entries.count
            return (count, state.takeWaiters(upTo: count))
        }
        for waiter in ready { waiter.resume() }
        return count
    }

    /// Waits until there are so many entries; a test to which they do not come fails.
    package func wait(forCount count: Int) async {
        let impatience = Test.current.map { _ in
            Task {
                try await Task.sleep(for: .seconds(60))
                Issue.record("\(entries.count) entries came, and not \(count).")
                for waiter in state.withLock({ $0.takeWaiters(upTo: .max) }) { waiter.resume() }
            }
        }
        defer { impatience?.cancel() }
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
