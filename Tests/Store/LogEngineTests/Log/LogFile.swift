@testable import LogEngine
@testable import StorageEngine

/// The bytes of a log's file, put together by the engine's own means.
struct LogFile {
    static let identity: UInt64 = 0x1234_5678_9ABC_DEF0

    private(set) var bytes: [UInt8] = []
    /// Where each batch lies, its padding included.
    private(set) var batches: [Range<Int>] = []

    /// Adds a batch of records.
    mutating func append(
        _ number: UInt64,
        _ records: [Record] = [Record(key: [1], value: [2, 3])],
        identity: UInt64 = identity
    ) throws {
        append(try Self.batch(number, records, identity: identity))
    }

    /// Adds a batch, whatever it holds.
    mutating func append(_ batch: [UInt8]) {
        batches.append(bytes.count..<bytes.count + batch.count)
        bytes += batch
    }

    /// Flips a bit of the changes of a batch.
    mutating func damage(_ index: Int) {
        bytes[batches[index].lowerBound + LogBatch.headerByteCount] ^= 1
    }

    /// The bytes of a batch, all of whose records go to the first table.
    static func batch(
        _ number: UInt64,
        _ records: [Record],
        identity: UInt64 = identity
    ) throws -> [UInt8] {
        var writeSet = WriteSet()
        for record in records {
            guard let key = Key(bytes: record.key.span.bytes) else { continue }
            try writeSet.put(record.value.span.bytes, for: key, in: first)
        }
        var buffer = LogBatchBuffer()
        buffer.append(writeSet)
        var bytes: [UInt8] = []
        buffer.withBatch(identity: identity, number: number, time: .unknown) { bytes = Array($0) }
        return bytes
    }

    /// The bytes of a batch with any changes, sound as far as checksums tell.
    static func batch(_ number: UInt64, payload: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: LogBatch.byteCount(payload: payload.count))
        bytes.replaceSubrange(
            LogBatch.headerByteCount..<LogBatch.headerByteCount + payload.count,
            with: payload
        )
        let sum = payload.withUnsafeBytes { LogBatch.Header.checksum($0, number: number) }
        bytes.withUnsafeMutableBytes { target in
            LogBatch.Header(
                identity: identity,
                number: number,
                payloadByteCount: payload.count,
                payloadChecksum: sum
            ).write(to: target)
        }
        return bytes
    }

    /// What is found in some bytes, without the batches themselves, whose bytes are borrowed.
    struct Finding: Equatable {
        var numbers: [UInt64] = []
        var endOffset = 0
        var newest = 0..<0
        var greatestBehind: UInt64 = 0
    }

    /// What a run finds in `bytes`.
    static func find(in bytes: [UInt8]) -> Finding {
        bytes.withUnsafeBytes { contents in
            let found = LoggedRun(contents, identity: identity)
            let (run, batches) = (found.run, found.batches)
            precondition(run.first == batches.first?.number, "The first is the first.")
            precondition(run.last == batches.last?.number ?? 0, "The last is the last.")
            for batch in batches { batch.forEach { _, _, _ in } }
            return Finding(
                numbers: batches.map(\.number),
                endOffset: run.endOffset,
                newest: run.newest,
                greatestBehind: run.greatestBehind
            )
        }
    }
}
