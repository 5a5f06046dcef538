public import NoteletClient
public import NoteletInterface

/// How an application reads and writes while there may be no network.
public struct OfflineConfiguration: Sendable {
    /// Where lists come from.
    public var reads: ReadPolicy = .copyFirst
    /// How writes get to the service.
    public var writes: WritePolicy = .outbox
    /// Knows whether there is a network.
    public var networkMonitor: any NetworkMonitorInterface = AttemptMonitor()
    /// Tells the present moment.
    public var dateClient: DateClient = .live
    /// How soon the service is tried again that was not reached.
    ///
    /// As the protocol asks for, after 1, 2, 4 and at last 60 seconds, each shortened by chance.
    public var retry = OfflineConfiguration.usualRetry
    /// How often is looked whether another process has changed the copy, or has ended.
    public var pollInterval: Duration = .seconds(1)
    /// Which application it is, as those are told who count what is done.
    public var application = ApplicationDescription()
    /// For how long events are collected before they are sent together.
    public var eventInterval: Duration = .seconds(5)
    /// What is told, in words for developers, of failures that are nobody's to see.
    public var log: @Sendable (String) -> Void = { _ in }

    /// Creates the configuration with its defaults.
    public init() {}

    /// How long to rest after so many failures in a row.
    func pause(afterFailures count: Int) -> Duration {
        retry.pause(afterAttempts: count, fraction: Double.random(in: 0..<1))
    }

    private static var usualRetry: RetryPolicy {
        var retry = RetryPolicy()
        retry.pauseMin = .seconds(1)
        retry.pauseMax = .seconds(60)
        return retry
    }
}
