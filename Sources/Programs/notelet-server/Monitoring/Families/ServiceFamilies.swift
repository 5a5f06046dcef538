import Metrics
import Serving

/// What is measured of the service.
private enum ServiceFamilies {
    static let open = MetricFamily(
        .gauge,
        "notelet_app_open",
        "1 while the app works, 0 while its store is not open or takes no changes any more."
    )
    static let calls = MetricFamily(
        .counter,
        "notelet_app_calls_total",
        "Calls that found the app by its name in their metadata or request, or without one, and "
            + "calls by HTTP to its place that have ended; refused ones while it is shut as well."
    )
    static let refusals = MetricFamily(
        .counter,
        "notelet_refusals_total",
        "Calls that were refused by a rule of the service, by the reason of the contract; without "
            + "the label app those that found no app that is open."
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
    /// Writes whether an app works, and how many calls came to it.
    mutating func write(isAppOpen: Bool, callCount: UInt64) {
        write(ServiceFamilies.open, isAppOpen ? 1 : 0)
        write(ServiceFamilies.calls, callCount)
    }

    /// Writes how many passwords are being checked, of all apps.
    mutating func write(_ passwords: PasswordThreads.Load) {
        let states = [("running", passwords.runningCount), ("waiting", passwords.waitingCount)]
        write(
            ServiceFamilies.passwords,
            states.map { MetricSample($1, [MetricLabel("state", $0)]) }
        )
    }

    /// Writes how many calls found no app that is open, by what was wrong with its name or with it.
    mutating func write(refusalsWithoutApp refusals: Refusals) {
        let counts = refusals.counts.filter { $0.reason.hasPrefix("APP_") || $0.count > 0 }
        write(
            ServiceFamilies.refusals,
            counts.map { MetricSample($1, [MetricLabel("reason", $0)]) }
        )
    }

    /// Writes what the service has come to.
    mutating func write(_ service: Service) {
        let families = ServiceFamilies.self
        let dependencies = service.dependencies
        write(
            families.refusals,
            dependencies.refusals.counts.map { MetricSample($1, [MetricLabel("reason", $0)]) }
        )
        write(families.watchers, dependencies.hub.watcherCount)
        for metric in service.metrics { write(metric.family, metric.samples()) }
    }
}
