internal import LMDB

/// What LMDB records about the last pass that overwrote what its file no longer means.
struct CleaningRecord: Equatable {
    /// When the pass began: what was deleted before is gone.
    var begunAt: LogTime
    /// When it ended; nil for one that has not, or that left out what readers held.
    var endedAt: LogTime?
    /// The transaction that notes the end: where it is the last one, nothing has changed since.
    var transactionID: UInt64

    private static let key: [UInt8] = Array("cleaning".utf8)

    /// Reads the record; nil if there is none, or none that is sound.
    static func read(from environment: Environment) throws(LMDBError) -> CleaningRecord? {
        try environment.read { (transaction) throws(LMDBError) -> CleaningRecord? in
            try unsafe transaction.withValue(of: key.span.bytes, in: environment.logTable) {
                stored in
                LogTableRecord(stored, key: key).flatMap { CleaningRecord($0) }
            } ?? nil
        }
    }

    init(begunAt: LogTime, endedAt: LogTime?, transactionID: UInt64) {
        self.begunAt = begunAt
        self.endedAt = endedAt
        self.transactionID = transactionID
    }

    private init?(_ record: LogTableRecord) {
        guard record.numbers.count == 3 else { return nil }
        begunAt = LogTime(milliseconds: Int64(bitPattern: record.numbers[0]))
        let end = LogTime(milliseconds: Int64(bitPattern: record.numbers[1]))
        endedAt = end == .unknown ? nil : end
        transactionID = record.numbers[2]
    }

    /// Writes the record, durable with the rest of the transaction.
    func write(
        to transaction: inout WriteTransaction,
        in handle: Table
    ) throws(LMDBError) {
        let record = LogTableRecord([
            UInt64(bitPattern: begunAt.milliseconds),
            UInt64(bitPattern: (endedAt ?? .unknown).milliseconds), transactionID,
        ])
        try record.write(to: &transaction, in: handle, key: Self.key)
    }
}
