internal import StorageEngine

/// How much room the changes of some batches take, and whether they can be understood.
struct LogChangeCount {
    /// Changes of all batches.
    private(set) var changeCount = 0
    /// Bytes of the values of all changes.
    private(set) var valueByteCount = 0
    /// Whether all changes are of known tables.
    private(set) var isKnown = true

    private let tableCount: Int

    /// Counts nothing yet; tables are known below `tableCount`.
    init(tableCount: Int) {
        self.tableCount = tableCount
    }

    /// Counts the changes of a batch as well.
    mutating func add(_ batch: LoggedBatch) {
        let isWhole = batch.forEach { _, table, value in
            changeCount += 1
            valueByteCount += value?.byteCount ?? 0
            if Int(table.rawValue) >= tableCount { isKnown = false }
        }
        if !isWhole { isKnown = false }
    }
}
