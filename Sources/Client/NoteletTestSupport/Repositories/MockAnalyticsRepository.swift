public import NoteletInterface

/// Events of which a test asks what they were.
public final class MockAnalyticsRepository: AnalyticsRepositoryInterface {
    /// What is noted of an event.
    public typealias Event = (name: String, properties: [String: String])

    /// Calls of `logEvent(_:properties:)`, which needs no handler.
    public let logEventCalls = FakeCall<Event, Void>("logEvent(_:properties:)")

    /// Creates one that has noted nothing.
    public init() {}

    /// How many people were in the list that was looked at last; nil where none was.
    public var loggedUserListViewedCount: Int? {
        logEventCalls.arguments.last { $0.name == UserListViewed.name }
            .flatMap { $0.properties[UserListViewed.count] }
            .flatMap { Int($0) }
    }

    /// Records the event.
    public func logEvent(_ name: String, properties: [String: String]) {
        logEventCalls.record((name, properties))
    }
}
