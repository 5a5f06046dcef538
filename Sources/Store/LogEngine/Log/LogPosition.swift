package import LMDB
internal import StorageEngine

/// What LMDB records about the log.
package struct LogPosition: Equatable {
    /// The random number that all batches of the store's log bear.
    package let identity: UInt64
    /// LMDB holds the changes of all batches up to this one.
    package var appliedBatch: UInt64
    /// Whether a `LogExtent` says how far the log reaches.
    ///
    /// It does from the first opening on; where nobody has opened the store yet, or an earlier
    /// version alone, there need not be a log.
    var hasExtent: Bool

    /// The table that holds the position, behind those of the store.
    package static let tableName = "log"

    private static let key: [UInt8] = [1]
    /// A number that no log reaches, however long it is written; a greater one is damage.
    private static let batchNumberMax: UInt64 = 1 << 62

    /// Reads the position, or begins a log in a new store.
    ///
    /// - Throws: `.unavailable` when what is there is damaged.
    static func readOrCreate(in environment: Environment) throws(StorageError) -> LogPosition {
        do throws(LMDBError) {
            if let position = try stored(in: environment) { return position }
            return try begin(in: environment)
        } catch {
            throw StorageError(error)
        }
    }

    /// Reads the position; nil if no log was begun.
    ///
    /// - Throws: `.corrupted` when what is there is damaged.
    package static func stored(in environment: Environment) throws(LMDBError) -> LogPosition? {
        let stored = try environment.read { (transaction) throws(LMDBError) in
            try unsafe transaction.withValue(of: key.span.bytes, in: environment.logTable) {
                stored in
                LogTableRecord(stored, key: key)
            }
        }
        guard let record = stored else { return nil }
        guard let position = record.flatMap({ LogPosition($0) }) else { throw .corrupted }
        return position
    }

    /// Reads what the table of the position holds; nil for another record, and for a damaged one.
    package static func read(key: RawSpan, value: RawSpan) -> LogPosition? {
        guard key.isEqual(to: Self.key) else { return nil }
        return LogTableRecord(value, key: Self.key).flatMap { LogPosition($0) }
    }

    /// Begins a log that no other store has, and makes that durable.
    @discardableResult
    package static func begin(in environment: Environment) throws(LMDBError) -> LogPosition {
        let position = LogPosition(identity: .random(in: .min ... .max), appliedBatch: 0)
        try position.write(to: environment)
        return position
    }

    private init?(_ record: LogTableRecord) {
        // Logs of earlier versions had no extent.
        guard [2, 3].contains(record.numbers.count),
            record.numbers[1] <= Self.batchNumberMax
        else { return nil }
        identity = record.numbers[0]
        appliedBatch = record.numbers[1]
        hasExtent = record.numbers.count == 3 && record.numbers[2] & 1 == 1
    }

    /// States how far the database is.
    package init(identity: UInt64, appliedBatch: UInt64, hasExtent: Bool = false) {
        self.identity = identity
        self.appliedBatch = appliedBatch
        self.hasExtent = hasExtent
    }

    /// Makes the position durable in a transaction of its own.
    func write(to environment: Environment) throws(LMDBError) {
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try write(to: &transaction, in: environment.logTable)
            try transaction.commit()
        }
    }

    /// Writes the position, durable with the rest of the transaction.
    func write(
        to transaction: inout WriteTransaction,
        in handle: Table
    ) throws(LMDBError) {
        let record = LogTableRecord([identity, appliedBatch, hasExtent ? 1 : 0])
        try record.write(to: &transaction, in: handle, key: Self.key)
    }
}
