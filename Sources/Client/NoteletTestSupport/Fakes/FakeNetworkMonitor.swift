public import NoteletInterface

/// A network of which a test says whether it is there.
public final class FakeNetworkMonitor: NetworkMonitorInterface {
    private let connection: FakeStream<Bool>
    /// What attempts have learnt.
    public let noteAttemptCalls = FakeCall<Bool, Void>("noteAttempt(isReached:)")

    /// Creates a network.
    ///
    /// - Parameter isConnected: Whether it is there.
    public init(isConnected: Bool = true) {
        connection = FakeStream(isConnected)
    }

    /// Whether the network is there; to set it is to tell it.
    public var isConnected: Bool {
        get { connection.value }
        set { connection.value = newValue }
    }

    /// Whether the network is there now, and each time that it goes or comes.
    public func observeConnection() -> AsyncStream<Bool> { connection.makeStream() }

    /// Records what an attempt has learnt, and believes the test alone.
    public func noteAttempt(isReached: Bool) {
        noteAttemptCalls.record(isReached)
    }
}
