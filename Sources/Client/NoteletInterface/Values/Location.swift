public import Foundation

/// Where somebody was at a moment.
public struct Location: Hashable, Sendable {
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double
    /// When, by the clock of whoever was there.
    public let recordedAt: Date

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north.
    ///   - longitude: Degrees east.
    ///   - recordedAt: When.
    public init(latitude: Double, longitude: Double, recordedAt: Date) {
        self.latitude = latitude
        self.longitude = longitude
        self.recordedAt = recordedAt
    }
}

/// What became of locations that were told.
public struct LocationUpdate: Hashable, Sendable {
    /// How many the service kept.
    public let accepted: Int
    /// How many it dropped, since they say nothing new, or are of a time to come.
    public let dropped: Int
    /// How many wait on the device, since nobody knows yet what becomes of them.
    public let waiting: Int

    /// Creates the picture of it.
    ///
    /// - Parameters:
    ///   - accepted: How many the service kept.
    ///   - dropped: How many it dropped.
    ///   - waiting: How many wait on the device.
    public init(accepted: Int, dropped: Int, waiting: Int = 0) {
        self.accepted = accepted
        self.dropped = dropped
        self.waiting = waiting
    }
}

/// Where the agent of an order was seen last.
public struct AgentWhereabouts: Hashable, Sendable {
    /// Where that was; nil where the agent was not seen yet.
    public let location: Location?
    /// Whether the agent tells it at this moment.
    public let isTracked: Bool

    /// Creates the picture of it.
    ///
    /// - Parameters:
    ///   - location: Where that was.
    ///   - isTracked: Whether the agent tells it at this moment.
    public init(location: Location?, isTracked: Bool) {
        self.location = location
        self.isTracked = isTracked
    }
}
