import Metrics
import TTRPC
import WebServing

/// What is measured of calls.
private enum CallFamilies {
    static let requests = MetricFamily(
        .counter,
        "notelet_requests_total",
        "Requests that have ended, streams included, by method and status."
    )
    static let durations = MetricFamily(
        .histogram,
        "notelet_request_duration_seconds",
        "Time from the turn of the event loop that read a request to the end of the turn that sent "
            + "its reply; streams are left out."
    )
    static let running = MetricFamily(
        .gauge,
        "notelet_requests_in_flight",
        "Requests that wait for the store or for a password to be checked."
    )
    static let streams = MetricFamily(
        .gauge,
        "notelet_streams",
        "Streams that are open: watches and exports."
    )
}

extension ExpositionText {
    /// Writes what calls have come to.
    mutating func write(calls statistics: ServerStatistics, _ web: WebStatistics?) {
        let families = CallFamilies.self
        let counted = statistics.methods.adding(web?.methods ?? [])
        let methods = counted.map { (labels: $0.labels, statistics: $0) }.sorted {
            ($0.labels[0].value, $0.labels[1].value) < ($1.labels[0].value, $1.labels[1].value)
        }
        write(
            families.requests,
            methods.flatMap { labels, method in
                method.counts.filter { $0.code == .ok || $0.count > 0 }.map { code, count in
                    MetricSample(count, labels + [MetricLabel("status", code.description)])
                }
            }
        )
        write(
            families.durations,
            methods.compactMap { labels, method in method.times.map { (labels, $0) } },
            unitCount: 1_000_000_000
        )
        write(families.running, statistics.runningRequestCount + (web?.runningRequestCount ?? 0))
        write(families.streams, statistics.streamCount + (web?.streamCount ?? 0))
    }
}

extension MethodStatistics {
    /// What a caller asks for and does not exist is not repeated: it could be anything.
    fileprivate var labels: [MetricLabel] {
        [
            MetricLabel("service", method?.service ?? "unknown"),
            MetricLabel("method", method?.method ?? "unknown"),
        ]
    }
}
