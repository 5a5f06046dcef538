public import NoteletInterface

/// A copy of which a test says how it stands.
public final class MockSync: SyncInterface {
    /// How it stands; to set its value is to tell it.
    public let state: FakeStream<SyncState>
    /// Calls of `refresh()`.
    public let refreshCalls = FakeCall<Void, Void>("refresh()")

    /// Creates one whose refresh needs a handler.
    ///
    /// - Parameter state: How it stands.
    public init(state: SyncState = .upToDate) {
        self.state = FakeStream(state)
    }

    /// Gives how it stands now, and each change that the test makes.
    public func observeState() -> AsyncStream<SyncState> { state.makeStream() }

    /// Records the call, and does what the handler does.
    public func refresh() async throws { try await refreshCalls(()) }
}
