import Locking
import TestSupport
import Testing

/// A door that tasks wait at until a test opens it.
final class AsyncGate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, [])
    )

    /// Waits until it is open; a test that does so in vain fails.
    func wait() async {
        let impatience = Test.current.map { _ in
            Task {
                try await Task.sleep(for: Patience.limit)
                Issue.record("Nobody has opened a gate.")
                open()
            }
        }
        defer { impatience?.cancel() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
