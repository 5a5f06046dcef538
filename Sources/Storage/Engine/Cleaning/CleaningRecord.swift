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
    private static let byteCount = 24
    private static let table = TableID(rawValue: .max)

    /// Reads the record; nil if there is none, or none that is sound.
    static func read(from environment: Environment) throws(LMDBError) -> CleaningRecord? {
        try environment.read { (transaction) throws(LMDBError) -> CleaningRecord? in
            try transaction.withValue(of: key.span.bytes, in: environment.logTable) { stored in
                let record = try? Checksum.withRecord(
                    in: stored,
                    key: key.span.bytes,
                    table: table
                ) { value throws(StorageError) in
                    CleaningRecord(value)
                }
                return record ?? nil
            } ?? nil
        }
    }

    init(begunAt: LogTime, endedAt: LogTime?, transactionID: UInt64) {
        self.begunAt = begunAt
        self.endedAt = endedAt
        self.transactionID = transactionID
    }

    private init?(_ value: RawSpan) {
        guard value.byteCount == Self.byteCount else { return nil }
        func number(_ offset: Int) -> UInt64 {
            UInt64(
                littleEndian: value.unsafeLoadUnaligned(
                    fromByteOffset: offset,
                    as: UInt64.self
                )
            )
        }
        begunAt = LogTime(milliseconds: Int64(bitPattern: number(0)))
        let end = LogTime(milliseconds: Int64(bitPattern: number(8)))
        endedAt = end == .unknown ? nil : end
        transactionID = number(16)
    }

    /// Writes the record, durable with the rest of the transaction.
    func write(
        to transaction: inout WriteTransaction,
        in handle: Table
    ) throws(LMDBError) {
        var value: [UInt8] = []
        let numbers = [
            UInt64(bitPattern: begunAt.milliseconds),
            UInt64(bitPattern: (endedAt ?? .unknown).milliseconds), transactionID,
        ]
        for number in numbers {
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
