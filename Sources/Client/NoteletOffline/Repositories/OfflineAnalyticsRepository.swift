public import NoteletInterface

/// Counts what people do, and sends it when there is a network.
///
/// Events are kept in a file of the application, whoever is signed in: at most 1,000, of which the
/// oldest goes first. They go out at most 100 at a time, and without anybody's token.
public struct OfflineAnalyticsRepository: AnalyticsRepositoryInterface {
    let events: EventBuffer

    /// Notes an event, and returns at once.
    public func logEvent(_ name: String, properties: [String: String]) {
        events.log(name, properties)
    }
}
