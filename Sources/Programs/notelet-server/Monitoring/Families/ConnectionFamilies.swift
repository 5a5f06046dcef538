import Metrics
import TTRPC

/// What is measured of connections and of the loops that serve them.
private enum ConnectionFamilies {
    static let connections = MetricFamily(
        .gauge,
        "notelet_connections",
        "Open connections, by what is known of their peers."
    )
    static let web = MetricFamily(
        .gauge,
        "notelet_web_connections",
        "Open connections of HTTP's door, which are not among the others."
    )
    static let waiting = MetricFamily(
        .gauge,
        "notelet_connections_waiting",
        "Connections that are not read from until requests of others have ended."
    )
    static let admitted = MetricFamily(
        .counter,
        "notelet_connections_admitted_total",
        "Connections that were let in."
    )
    static let refused = MetricFamily(
        .counter,
        "notelet_connections_refused_total",
        "Connections that were turned away, by the reason."
    )
    static let expired = MetricFamily(
        .counter,
        "notelet_connections_expired_total",
        "Connections that were ended because their peers took too long, by what was waited for."
    )
    static let failedHandshakes = MetricFamily(
        .counter,
        "notelet_tls_handshakes_failed_total",
        "TLS handshakes that came to nothing."
    )
    static let received = MetricFamily(
        .counter,
        "notelet_received_bytes_total",
        "Bytes that came through sockets."
    )
    static let sent = MetricFamily(
        .counter,
        "notelet_sent_bytes_total",
        "Bytes that went through sockets."
    )
    static let delay = MetricFamily(
        .gauge,
        "notelet_event_loop_delay_seconds",
        "How long the slowest event loop took to turn to something new, just now; at most 1."
    )
}

extension ExpositionText {
    /// Writes what connections have come to.
    mutating func write(connections statistics: ServerStatistics, web webCount: Int) {
        let families = ConnectionFamilies.self
        let states = [
            ("handshake", statistics.handshakeCount), ("stranger", statistics.strangerCount),
            ("authenticated", statistics.authenticatedCount),
        ]
        write(families.connections, states.map { MetricSample($1, [MetricLabel("state", $0)]) })
        write(families.web, webCount)
        write(families.waiting, statistics.waitingCount)
        write(families.admitted, statistics.admittedCount)
        write(
            families.refused,
            statistics.refusedCounts.map { MetricSample($1, [MetricLabel("reason", $0)]) }
        )
        write(
            families.expired,
            statistics.expiredCounts.map { MetricSample($1, [MetricLabel("cause", $0)]) }
        )
        write(families.failedHandshakes, statistics.failedHandshakeCount)
        write(families.received, statistics.receivedByteCount)
        write(families.sent, statistics.sentByteCount)
    }

    /// Writes how long event loops took to turn to something new.
    mutating func write(delay: Duration) {
        write(ConnectionFamilies.delay, .quantity(delay / .seconds(1)))
    }
}
