internal import Domain
internal import NoteletAPI
internal import Records
package import Serving
internal import TelemetryRules
internal import TelemetryStorage

/// What operators set of telemetry.
package struct TelemetrySettings: Sendable {
    /// How many days it is kept.
    package var keptDays = 30

    /// Keeps it for 30 days.
    package init() {}
}

extension FeatureSettings {
    /// What is set of telemetry.
    package var telemetry: TelemetrySettings {
        get { self[TelemetrySettings.self] ?? TelemetrySettings() }
        set { self[TelemetrySettings.self] = newValue }
    }
}

extension Feature {
    /// What applications tell of their use and of crashes, which operators switch on.
    package static let telemetry = Feature(
        "telemetry",
        isOfferedByDefault: false,
        limits: [.telemetryBursts, .loggedEvents, .reportedCrashes]
    ) { dependencies in
        let counts = TelemetryCounts()
        let dayCount = dependencies.settings.telemetry.keptDays
        var parts = FeatureParts { endpoint in
            TelemetryMethods(endpoint: endpoint, counts: counts, dayCount: dayCount).served
        } administration: { endpoint in
            TelemetryAdministrationMethods(endpoint: endpoint).served
        }
        // A clock that is ahead must not delete what is not that old.
        let firstDay: @Sendable () -> UInt64 = {
            let now = min(dependencies.clock.now(), dependencies.lived.now())
            return TelemetryWindow(now: now, dayCount: dayCount).firstDay
        }
        parts.jobs = [
            dependencies.clearing("telemetry-clearing") { store throws(DomainError) in
                try store.hasTelemetry(before: firstDay())
            } piece: { store, recordCountMax throws(DomainError) in
                try store.clearTelemetry(before: firstDay(), recordCountMax: recordCountMax)
            }
        ]
        parts.metrics = counts.metrics
        return parts
    }
}

extension RateLimit {
    /// An application tells of what happened each few seconds at most.
    static let telemetryBursts = RateLimit(
        "Calls of telemetry from one address, at once",
        of: .address,
        60,
        per: .minute,
        option: "telemetry-bursts",
        remark: "What goes beyond is dropped and counted; the calls succeed."
    )
    /// A tenth of what a day has room for, so that no single address fills it.
    static let loggedEvents = RateLimit(
        "Events that one address logs",
        of: .address,
        10_000,
        per: .day,
        option: "logged-events",
        remark: "What goes beyond is dropped and counted; the calls succeed."
    )
    /// A tenth of the crashes of a day that are kept, and of the signatures that are told apart.
    static let reportedCrashes = RateLimit(
        "Crashes that one address reports",
        of: .address,
        100,
        per: .day,
        option: "reported-crashes",
        remark: "What goes beyond is dropped and counted; the calls succeed."
    )
}

/// What is counted of telemetry.
struct TelemetryCounts: Sendable {
    /// What is kept.
    enum Kept: CaseIterable { case event, crash }

    let kept = CountedEvents<Kept>(
        "notelet_telemetry_kept_total",
        "Events and crashes of applications that were kept.",
        by: "kind"
    )
    let dropped = CountedEvents<TelemetryDrop>(
        "notelet_telemetry_dropped_total",
        "Events and crashes of applications that were dropped, by the reason.",
        by: "reason"
    )

    var metrics: [FeatureMetric] { [kept.metric, dropped.metric] }

    func count(_ drops: [TelemetryDrop: Int]) {
        for (drop, count) in drops { dropped.count(drop, times: count) }
    }
}
