internal import Locking

/// Keeps a session as long as the program runs.
public final class MemorySessionStore: SessionStore {
    private let session: Mutex<StoredSession?>

    /// Creates a store.
    ///
    /// - Parameter session: What it holds at first.
    public init(_ session: StoredSession? = nil) {
        self.session = Mutex(session)
    }

    /// Returns the session, or nil if there is none.
    public func load() -> StoredSession? {
        session.withLock { $0 }
    }

    /// Replaces the session.
    ///
    /// - Parameter session: The session to keep, or nil to keep none.
    public func save(_ session: StoredSession?) {
        self.session.withLock { $0 = session }
    }
}
