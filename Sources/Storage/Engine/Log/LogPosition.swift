internal import LMDB

/// What LMDB records about the log.
struct LogPosition: Equatable {
    /// The random number that all batches of the store's log bear.
    let identity: UInt64
    /// LMDB holds the changes of all batches up to this one.
    var appliedBatch: UInt64
    /// Whether a `LogExtent` says how far the log reaches.
    ///
    /// It does from the first opening on; where nobody has opened the store yet, or an earlier
    /// version alone, there need not be a log.
    var hasExtent: Bool

    /// The table that holds the position, behind those of the store.
    static let tableName = "log"

    private static let key: [UInt8] = [1]
    private static let byteCount = 24
    /// Logs of earlier versions had no extent.
    private static let earlierByteCount = 16
    /// A number that no log reaches, however long it is written; a greater one is damage.
    private static let batchNumberMax: UInt64 = 1 << 62
    /// What the checksum takes for the table: one that no store has.
    private static let table = TableID(rawValue: .max)

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
    static func stored(in environment: Environment) throws(LMDBError) -> LogPosition? {
        let stored = try environment.read { (transaction) throws(LMDBError) in
            try transaction.withValue(of: key.span.bytes, in: environment.logTable) { value in
                value.withUnsafeBytes { Array($0) }
            }
        }
        return try stored.map { bytes throws(LMDBError) in try LogPosition(stored: bytes) }
    }

    /// Begins a log that no other store has, and makes that durable.
    @discardableResult
    static func begin(in environment: Environment) throws(LMDBError) -> LogPosition {
        let position = LogPosition(identity: .random(in: .min ... .max), appliedBatch: 0)
        try position.write(to: environment)
        return position
    }

    private init(stored: [UInt8]) throws(LMDBError) {
        let position: LogPosition? = try? Checksum.withRecord(
            in: stored.span.bytes,
            key: Self.key.span.bytes,
            table: Self.table
        ) { value throws(StorageError) in
            guard [Self.byteCount, Self.earlierByteCount].contains(value.byteCount) else {
                throw .dataLoss(Self.table)
            }
            return value.withUnsafeBytes { bytes in
                func number(_ offset: Int) -> UInt64 {
                    UInt64(
                        littleEndian: bytes.loadUnaligned(
                            fromByteOffset: offset,
                            as: UInt64.self
                        )
                    )
                }
                return LogPosition(
                    identity: number(0),
                    appliedBatch: number(8),
                    hasExtent: bytes.count == Self.byteCount && number(16) & 1 == 1
                )
            }
        }
        guard let position, position.appliedBatch <= Self.batchNumberMax else { throw .corrupted }
        self = position
    }

    init(identity: UInt64, appliedBatch: UInt64, hasExtent: Bool = false) {
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
        var value: [UInt8] = []
        for number in [identity, appliedBatch, hasExtent ? 1 : 0] {
            withUnsafeBytes(of: number.littleEndian) { value.append(contentsOf: $0) }
        }
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
