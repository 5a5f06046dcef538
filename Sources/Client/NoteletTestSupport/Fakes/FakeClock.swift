public import Foundation
public import NoteletInterface

/// A clock that a test moves.
public final class FakeClock: @unchecked Sendable {
    // A lock that all systems have; it guards what follows.
    private let lock = NSLock()
    private var moment: Date

    /// Where clocks begin, and when things for tests happened: 2024-01-01 in UTC.
    public static let start = Date(timeIntervalSince1970: 1_704_067_200)

    /// Sets the clock.
    ///
    /// - Parameter moment: What it shows.
    public init(_ moment: Date = FakeClock.start) {
        self.moment = moment
    }

    /// What it shows.
    public var now: Date { lock.withLock { moment } }

    /// Moves it, forward or back.
    ///
    /// - Parameter interval: How far, in seconds.
    public func advance(by interval: TimeInterval) {
        lock.withLock { moment += interval }
    }

    /// The clock for what is tested.
    public var dateClient: DateClient { DateClient { self.now } }
}
