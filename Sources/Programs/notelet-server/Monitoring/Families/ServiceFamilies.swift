import Domain
import Metrics
import NoteletService
import NoteRules

/// What is measured of the service.
private enum ServiceFamilies {
    static let refusals = MetricFamily(
        .counter,
        "notelet_refusals_total",
        "Calls that were refused by a rule of the service, by the reason of the contract."
    )
    static let passwords = MetricFamily(
        .gauge,
        "notelet_password_checks",
        "Passwords that are being checked, and those that wait for it."
    )
    static let watchers = MetricFamily(
        .gauge,
        "notelet_watchers",
        "Streams that wait for changes of their user's feed."
    )
    static let expired = MetricFamily(
        .counter,
        "notelet_expired_notes_total",
        "Notes that were deleted for their age, in the view of one person each."
    )
    static let sent = MetricFamily(
        .counter,
        "notelet_sent_total",
        "Notes and answers since the store was made, by kind and by what carried them; hourly."
    )
}

extension ExpositionText {
    /// Writes what the service has come to.
    mutating func write(_ service: ServiceDependencies) {
        let families = ServiceFamilies.self
        write(
            families.refusals,
            service.refusals.counts.map { MetricSample($1, [MetricLabel("reason", $0)]) }
        )
        let load = service.passwordPool.load
        let states = [("running", load.runningCount), ("waiting", load.waitingCount)]
        write(families.passwords, states.map { MetricSample($1, [MetricLabel("state", $0)]) })
        write(families.watchers, service.hub.watcherCount)
        write(families.expired, service.expiredNoteCount)
        let sums = service.doors.kept
        write(
            families.sent,
            DoorSums.Door.all.map { door in
                let labels = [
                    MetricLabel("kind", door.kind.rawValue),
                    MetricLabel("transport", door.entrance.rawValue),
                ]
                return MetricSample(Int(clamping: sums[door]), labels)
            }
        )
    }
}
