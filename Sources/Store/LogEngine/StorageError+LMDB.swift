internal import LMDB
internal import StorageEngine

extension StorageError {
    /// Translates what LMDB said about `table`, or about the store as a whole.
    init(_ error: LMDBError, table: TableID? = nil) {
        switch error {
        case _ where error.isOutOfSpace: self = .full
        case .transactionFull, .badValueSize: self = .tooLarge
        case _ where error.isDamage:
            self = table.map { .dataLoss($0) } ?? .damaged
        case .closed: self = .unavailable("The store is closed.")
        case .readersFull: self = .unavailable("Too many readers are active.")
        case .inUse: self = .unavailable("Another process has the store open.")
        default: self = .unavailable("The store failed: \(error).")
        }
    }
}
