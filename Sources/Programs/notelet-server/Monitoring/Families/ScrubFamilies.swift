import Metrics
import Storage

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
