internal import Domain
internal import Foundation
internal import Locking
internal import NoteletInterface
internal import Serving
internal import NoteletService

/// The clocks of a server and its clients, all driven by one that a test moves.
///
/// Where that goes back, the time that goes by stands still.
final class LocalClock: Clock, SteadyClock {
    private let dateClient: DateClient
    private let start: Int64
    private let latest: Mutex<Int64>

    init(_ dateClient: DateClient) {
        self.dateClient = dateClient
        start = Self.milliseconds(dateClient)
        latest = Mutex(start)
    }

    private static func milliseconds(_ dateClient: DateClient) -> Int64 {
        Int64((dateClient.now().timeIntervalSince1970 * 1_000).rounded(.down))
    }

    /// The seconds since 1970.
    var seconds: Int64 { Int64(dateClient.now().timeIntervalSince1970.rounded(.down)) }

    /// What the clock shows.
    func now() -> Instant { Instant(milliseconds: Self.milliseconds(dateClient)) }

    /// The time that has gone by.
    func now() -> SteadyMoment {
        let now = Self.milliseconds(dateClient)
        let elapsed = latest.withLock { latest in
            latest = max(latest, now)
            return latest - start
        }
        return SteadyMoment(run: "local", milliseconds: elapsed)
    }
}

extension ServiceClocks {
    /// All of them by one.
    init(_ clock: LocalClock) {
        self.init()
        wall = clock
        steady = clock
        limits = {
            let moment: SteadyMoment = clock.now()
            return UInt64(moment.milliseconds)
        }
    }
}
