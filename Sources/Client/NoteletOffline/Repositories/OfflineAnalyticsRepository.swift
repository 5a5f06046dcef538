public import NoteletInterface

/// Counts what people do, and sends it when there is a network.
///
/// Events are kept in a file of the application, whoever is signed in: at most 1,000, of which the
/// oldest goes first. They go out at most 100 at a time, without anybody's token, and each is
/// counted once. With them goes what the file drew for this installation, which a service keeps as
/// a hash that is another one each day: installations are counted and none is followed.
public struct OfflineAnalyticsRepository: AnalyticsRepositoryInterface {
    let events: EventBuffer

    /// Notes an event, and returns at once.
    public func logEvent(_ name: String, properties: [String: String]) {
        events.log(name, properties)
    }
}
