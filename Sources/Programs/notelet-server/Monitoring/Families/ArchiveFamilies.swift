import Domain
import LogStoreTools
import Metrics

/// What is measured of the cleaning of the log's archive.
private enum ArchiveFamilies {
    static let rewritten = MetricFamily(
        .counter,
        "notelet_store_archive_rewritten_files_total",
        "Files of the archive of the log that were rewritten without what was erased."
    )
    static let passes = MetricFamily(
        .counter,
        "notelet_store_archive_cleaning_passes_total",
        "Passes over all files of the archive of the log that came to their end."
    )
    static let left = MetricFamily(
        .gauge,
        "notelet_store_archive_left_files",
        "Files of the archive that could not be looked at or rewritten, and may hold what was "
            + "erased."
    )
    static let cleaned = MetricFamily(
        .gauge,
        "notelet_store_archive_cleaned_time_seconds",
        "When the last pass began that left no file, since 1970: the archive has nothing that was "
            + "erased before; 0 for none."
    )
}

extension ExpositionText {
    /// Writes what the cleaning of the log's archive has come to.
    mutating func write(archive progress: ArchiveCleaningProgress) {
        let families = ArchiveFamilies.self
        write(families.rewritten, progress.rewrittenFileCount)
        write(families.passes, progress.passCount)
        write(families.left, progress.leftFileCount)
        write(families.cleaned, (progress.cleanedAt?.milliseconds ?? 0) / 1_000)
    }
}
