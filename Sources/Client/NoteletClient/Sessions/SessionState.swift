internal import ClientTransport

/// Whether somebody is signed in, as far as this program knows.
///
/// A session that the server ended is found out by the next call that needs it.
public enum SessionState: Hashable, Sendable {
    /// Nobody is: calls that need a token are refused.
    case signedOut
    /// Somebody is, an account or a guest; another value is another log-in.
    case signedIn(SignIn)

    /// One log-in, through all refreshes of its session.
    public struct SignIn: Hashable, Sendable {
        fileprivate let label: String
    }

    /// The state in which a client with this session is.
    init(of session: StoredSession?) {
        self = session.map { .signedIn(SignIn(label: $0.label)) } ?? .signedOut
    }
}

/// Who wants to know whether somebody is signed in.
final class SessionObservers: Sendable {
    private let state = Guarded(State())

    private struct State: Sendable {
        var nextID: UInt64 = 0
        var continuations: [UInt64: AsyncStream<SessionState>.Continuation] = [:]
    }

    deinit {
        for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
    }

    /// Begins with the present state; one who is slow misses those in between, never the last.
    func states(from present: SessionState) -> AsyncStream<SessionState> {
        let (stream, continuation) = AsyncStream<SessionState>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state in
            state.nextID += 1
            state.continuations[state.nextID] = continuation
            continuation.yield(present)
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    /// Tells a state that is another than before.
    func tell(_ present: SessionState) {
        state.withLock { state in
            for continuation in state.continuations.values { continuation.yield(present) }
        }
    }
}
