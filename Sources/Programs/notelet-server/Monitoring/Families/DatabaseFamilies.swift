import Metrics
import StorageEngine

/// What is measured of the database.
private enum DatabaseFamilies {
    static let pages = MetricFamily(
        .gauge,
        "notelet_store_pages",
        "Pages of the database's file, used and free."
    )
    static let pagesMax = MetricFamily(
        .gauge,
        "notelet_store_pages_max",
        "Pages that the database's file may grow to."
    )
    static let pageSize = MetricFamily(
        .gauge,
        "notelet_store_page_size_bytes",
        "Bytes of a page."
    )
    static let readers = MetricFamily(
        .gauge,
        "notelet_store_readers",
        "Slots of the reader table that are taken, by all processes."
    )
    static let age = MetricFamily(
        .gauge,
        "notelet_store_oldest_reader_transactions",
        "Transactions since the oldest snapshot that is in use: what they freed stays in use too."
    )
    static let transactions = MetricFamily(
        .counter,
        "notelet_store_transactions_total",
        "Transactions of the database since the store was made."
    )
}

extension ExpositionText {
    /// Writes the state of the database, if it is open.
    mutating func write(database: EngineActivity.Database?) {
        guard let database else { return }
        let families = DatabaseFamilies.self
        let pages = [
            ("used", database.pageCount - database.freePageCount), ("free", database.freePageCount),
        ]
        write(families.pages, pages.map { MetricSample($1, [MetricLabel("state", $0)]) })
        write(families.pagesMax, database.pageCountMax)
        write(families.pageSize, database.pageByteCount)
        write(families.readers, database.readerCount)
        write(families.age, database.oldestReaderAge)
        write(families.transactions, database.transactionCount)
    }
}
