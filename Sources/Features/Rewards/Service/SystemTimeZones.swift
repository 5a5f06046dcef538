internal import Domain
internal import Foundation
internal import RewardRules

/// What clocks show, by the time zone database that the system has.
struct SystemTimeZones: TimeZoneTable {
    func offsetSeconds(of zone: String, at moment: Instant) -> Int? {
        let seconds = Double(moment.milliseconds) / 1_000
        return TimeZone(identifier: zone)?
            .secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    }
}
