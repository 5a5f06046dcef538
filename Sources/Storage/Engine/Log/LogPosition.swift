internal import LMDB

/// What LMDB records about the log.
struct LogPosition: Equatable {
    /// The random number that all batches of the store's log bear.
    let identity: UInt64
    /// LMDB holds the changes of all batches up to this one.
    var appliedBatch: UInt64

    /// The table that holds the position, behind those of the store.
    static let tableName = "log"

    private static let key: [UInt8] = [1]
    private static let byteCount = 16
    /// A number that no log reaches, however long it is written; a greater one is damage.
    private static let batchNumberMax: UInt64 = 1 << 62
    /// What the checksum takes for the table: one that no store has.
    private static let table = TableID(rawValue: .max)

    /// Reads the position, or begins a log in a new store.
    ///
    /// - Throws: `.unavailable` when what is there is damaged.
    static func readOrCreate(in environment: Environment) throws(StorageError) -> LogPosition {
        do throws(LMDBError) {
            let stored = try environment.read { (transaction) throws(LMDBError) in
                try transaction.withValue(of: key.span.bytes, in: environment.logTable) { value in
                    value.withUnsafeBytes { Array($0) }
                }
            }
            if let stored { return try LogPosition(stored: stored) }
            return try begin(in: environment)
        } catch {
            throw StorageError(error)
        }
    }

    /// Begins a log that no other store has, and makes that durable.
    @discardableResult
    static func begin(in environment: Environment) throws(LMDBError) -> LogPosition {
        let position = LogPosition(identity: .random(in: .min ... .max), appliedBatch: 0)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try position.write(to: &transaction, in: environment.logTable)
            try transaction.commit()
        }
        return position
    }

    private init(stored: [UInt8]) throws(LMDBError) {
        let position: LogPosition? = try? Checksum.withRecord(
            in: stored.span.bytes,
            key: Self.key.span.bytes,
            table: Self.table
        ) { value throws(StorageError) in
            guard value.byteCount == Self.byteCount else { throw .dataLoss(Self.table) }
            return value.withUnsafeBytes { bytes in
                LogPosition(
                    identity: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                    appliedBatch: UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                    )
                )
            }
        }
        guard let position, position.appliedBatch <= Self.batchNumberMax else { throw .corrupted }
        self = position
    }

    init(identity: UInt64, appliedBatch: UInt64) {
        self.identity = identity
        self.appliedBatch = appliedBatch
    }

    /// Writes the position, durable with the rest of the transaction.
    func write(
        to transaction: inout WriteTransaction,
        in handle: Table
    ) throws(LMDBError) {
        var value: [UInt8] = []
        withUnsafeBytes(of: identity.littleEndian) { value.append(contentsOf: $0) }
        withUnsafeBytes(of: appliedBatch.littleEndian) { value.append(contentsOf: $0) }
        let key = Self.key
        try transaction.put(
            byteCount: value.count + Checksum.byteCount,
            for: key.span.bytes,
            in: handle
        ) { target in
            Checksum.write(value.span.bytes, key: key.span.bytes, table: Self.table, to: target)
        }
    }
}
