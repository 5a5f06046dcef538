/// Knows whether there is a network.
///
/// It may be wrong: what matters is whether the service answers. Its word saves attempts while
/// there is none, and brings one at once when there is one again.
public protocol NetworkMonitorInterface: Sendable {
    /// Whether there is a network, as far as is known.
    var isConnected: Bool { get }

    /// Whether there is a network now, and after each change.
    func observeConnection() -> AsyncStream<Bool>

    /// Takes note of whether an attempt to reach the service succeeded.
    ///
    /// One that asks the system has no need of it.
    ///
    /// - Parameter isReached: Whether the service answered, with whatever answer.
    func noteAttempt(isReached: Bool)
}

extension NetworkMonitorInterface {
    /// Passes over what was learnt.
    public func noteAttempt(isReached: Bool) {}
}
