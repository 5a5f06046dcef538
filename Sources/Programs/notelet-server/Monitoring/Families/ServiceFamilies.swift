import Metrics
import Serving

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
}

extension ExpositionText {
    /// Writes what the service has come to.
    mutating func write(_ service: Service) {
        let families = ServiceFamilies.self
        let dependencies = service.dependencies
        write(
            families.refusals,
            dependencies.refusals.counts.map { MetricSample($1, [MetricLabel("reason", $0)]) }
        )
        let load = dependencies.passwordPool.load
        let states = [("running", load.runningCount), ("waiting", load.waitingCount)]
        write(families.passwords, states.map { MetricSample($1, [MetricLabel("state", $0)]) })
        write(families.watchers, dependencies.hub.watcherCount)
        for metric in service.metrics { write(metric.family, metric.samples()) }
    }
}
