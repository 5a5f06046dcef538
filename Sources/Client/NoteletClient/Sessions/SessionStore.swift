internal import ClientTransport

/// Keeps a session while the program does not run.
///
/// A store holds one session or none. Several clients, also of several programs, may share a store:
/// each reads it anew before it refreshes.
public protocol SessionStore: Sendable {
    /// Reads the session.
    ///
    /// - Returns: The session, or nil if there is none.
    /// - Throws: Any error if what is there cannot be read.
    func load() async throws -> StoredSession?

    /// Replaces the session as a whole: after a crash, the old or the new one is there.
    ///
    /// - Parameter session: The session to keep, or nil to keep none.
    /// - Throws: Any error if it cannot be kept.
    func save(_ session: StoredSession?) async throws

    /// Runs a body while no other program that shares the store runs one.
    ///
    /// In it a session is read, its refresh token is spent, and the next session is saved. A store
    /// that one program alone uses runs it at once, as every store does unless it says otherwise.
    ///
    /// - Parameter body: Reads, refreshes and saves.
    /// - Returns: What it returns.
    func alone<Value>(_ body: () async -> Value) async -> Value
}

extension SessionStore {
    /// Runs a body at once.
    public func alone<Value>(_ body: () async -> Value) async -> Value {
        await body()
    }
}

/// Keeps a session as long as the program runs.
public final class MemorySessionStore: SessionStore {
    private let session: Guarded<StoredSession?>

    /// Creates a store.
    ///
    /// - Parameter session: What it holds at first.
    public init(_ session: StoredSession? = nil) {
        self.session = Guarded(session)
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
