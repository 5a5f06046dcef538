import LogEngine
import Metrics

/// What is measured of the search for damaged pages.
private enum ScrubFamilies {
    static let bytes = MetricFamily(
        .counter,
        "notelet_store_scrub_bytes_total",
        "Bytes of pages of the database that were looked at for damage."
    )
    static let passes = MetricFamily(
        .counter,
        "notelet_store_scrub_passes_total",
        "Passes over all pages of the database that came to their end."
    )
    static let damaged = MetricFamily(
        .gauge,
        "notelet_store_scrub_damaged_pages",
        "Damaged pages that the last pass found, or the present one if it found more."
    )
}

extension ExpositionText {
    /// Writes what the search for damaged pages has come to.
    mutating func write(scrub progress: PageScrub.Progress) {
        let families = ScrubFamilies.self
        write(families.bytes, progress.byteCount)
        write(families.passes, progress.passCount)
        write(families.damaged, progress.damagedPageCount)
    }
}

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
