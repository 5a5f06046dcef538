/// The points of a latency distribution that reports show.
enum Percentile: CaseIterable, Sendable {
    case p50
    case p90
    case p99
    case p999
    case p9999

    /// The share of calls that are at most this slow.
    var quantile: Double {
        switch self {
        case .p50: 0.5
        case .p90: 0.9
        case .p99: 0.99
        case .p999: 0.999
        case .p9999: 0.9999
        }
    }

    /// The title in tables.
    var name: String {
        switch self {
        case .p50: "p50"
        case .p90: "p90"
        case .p99: "p99"
        case .p999: "p99.9"
        case .p9999: "p99.99"
        }
    }

    /// The duration in nanoseconds; nil when there are too few calls to tell.
    func nanoseconds(in histogram: Histogram) -> UInt64? {
        histogram.supports(quantile) ? histogram.nanoseconds(at: quantile) : nil
    }
}
