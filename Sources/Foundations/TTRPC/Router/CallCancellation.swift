import Locking

/// Tells a handler that nobody waits for its answer any more.
///
/// A call is cancelled when its connection ends, when its deadline passes, or when the server ends
/// it; whatever is answered after that goes nowhere. It is also cancelled when the caller sends no
/// more, since callers that are gone look the same; an answer is then still sent.
public final class CallCancellation: Sendable {
    private let state = Mutex(State.waiting(nil))

    private enum State {
        case waiting((@Sendable () -> Void)?)
        case cancelled
    }

    /// Creates a cancellation that has not happened.
    public init() {}

    /// Whether it has happened.
    public var isCancelled: Bool {
        state.withLock { state in
            if case .cancelled = state { true } else { false }
        }
    }

    /// Sets what is called once when it happens, or at once if it has.
    ///
    /// - Parameter action: What is called, on the event loop; it must not block.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            guard case .waiting = state else { return true }
            state = .waiting(action)
            return false
        }
        if isLate { action() }
    }

    /// Makes it happen, once.
    func cancel() {
        let action: (@Sendable () -> Void)? = state.withLock { state in
            defer { state = .cancelled }
            guard case .waiting(let action) = state else { return nil }
            return action
        }
        action?()
    }
}
