internal import ClientTransport
public import NoteletInterface

/// Takes the last attempt to reach the service for the state of the network: what there is where no
/// system tells more.
///
/// Before the first attempt it believes that there is one.
public final class AttemptMonitor: NetworkMonitorInterface {
    private let wasReached = Guarded(true)
    private let hub = ChangeHub()

    /// Creates one that knows of no attempt.
    public init() {}

    /// Whether the last attempt reached the service.
    public var isConnected: Bool { wasReached.withLock { $0 } }

    /// What the last attempt said, and each that says otherwise.
    public func observeConnection() -> AsyncStream<Bool> {
        hub.values(of: .network) { [weak self] in self?.isConnected ?? false }
    }

    /// Takes note of an attempt.
    public func noteAttempt(isReached: Bool) {
        let isNews = wasReached.withLock { wasReached in
            defer { wasReached = isReached }
            return wasReached != isReached
        }
        if isNews { hub.tell(.network) }
    }
}
