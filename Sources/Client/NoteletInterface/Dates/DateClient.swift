public import Foundation

/// Where the present moment comes from, so that tests choose it.
public struct DateClient: Sendable {
    /// The present moment.
    public var now: @Sendable () -> Date

    /// Takes the moment from where it is asked for.
    ///
    /// - Parameter now: Gives the present moment.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// The clock of the device.
    public static let live = DateClient { Date() }

    /// A clock that stands still.
    ///
    /// - Parameter moment: What it always shows.
    /// - Returns: The clock.
    public static func fixed(_ moment: Date) -> DateClient {
        DateClient { moment }
    }
}
