internal import LMDB
internal import StorageEngine

/// A record of LMDB's table of the log: numbers of 8 bytes in little endian, and their checksum.
struct LogTableRecord {
    let numbers: [UInt64]

    /// What the checksum takes for the table: one that no store has.
    private static let table = TableID(rawValue: .max)

    init(_ numbers: [UInt64]) {
        self.numbers = numbers
    }

    /// Reads a record; nil if it is damaged.
    init?(_ stored: RawSpan, key: [UInt8]) {
        let numbers = try? unsafe Checksum.withRecord(
            in: stored,
            key: key.span.bytes,
            table: Self.table
        ) { value throws(StorageError) -> [UInt64]? in
            let size = MemoryLayout<UInt64>.size
            guard value.byteCount % size == 0 else { return nil }
            return stride(from: 0, to: value.byteCount, by: size).map { offset in
                unsafe UInt64(
                    littleEndian: value.unsafeLoadUnaligned(
                        fromByteOffset: offset,
                        as: UInt64.self
                    )
                )
            }
        }
        guard let numbers else { return nil }
        self.numbers = numbers
    }

    /// Writes the record, durable with the rest of the transaction.
    func write(
        to transaction: inout WriteTransaction,
        in handle: Table,
        key: [UInt8]
    ) throws(LMDBError) {
        var value: [UInt8] = []
        for number in numbers {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe value.append(contentsOf: $0) }
        }
        try unsafe transaction.put(
            byteCount: value.count + Checksum.byteCount,
            for: key.span.bytes,
            in: handle
        ) { target in
            unsafe Checksum.write(
                value.span.bytes,
                key: key.span.bytes,
                table: Self.table,
                to: target
            )
        }
    }
}
