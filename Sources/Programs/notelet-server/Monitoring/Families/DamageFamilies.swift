import Metrics
import Storage

/// What is measured of the damage to a store.
private enum DamageFamilies {
    static let leftOut = MetricFamily(
        .counter,
        "notelet_store_records_left_out_total",
        "Damaged records that were left out of a list, a feed or an export, each time."
    )
}

extension ExpositionText {
    /// Writes how often damaged records of each table were left out.
    mutating func write(leftOut counts: [(table: String, count: Int)]) {
        write(
            DamageFamilies.leftOut,
            counts.map { MetricSample($0.count, [MetricLabel("table", $0.table)]) }
        )
    }
}
