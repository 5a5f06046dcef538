import EngineTestSupport
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Log batch")
struct LogBatchTests {
    @Test func isWrittenAsDescribed() throws {
        let bytes = try LogFile.batch(0x0102, [Record(key: [7, 8], value: [9])])
        #expect(bytes.count == 4_096)
        #expect(Array(bytes[0..<8]) == Array("NOTELOG".utf8) + [1])
        #expect(Array(bytes[8..<16]) == [0xF0, 0xDE, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0x12])
        #expect(Array(bytes[16..<24]) == [2, 1, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[24..<32]) == [9, 0, 0, 0, 0, 0, 0, 0])
        #expect(bytes[40..<56].allSatisfy { $0 == 0 })
        #expect(Array(bytes[64..<73]) == [0, 2, 1, 0, 0, 0, 7, 8, 9])
        #expect(bytes[73...].allSatisfy { $0 == 0 })
    }

    @Test func headerIsReadAsWritten() throws {
        var generator = SeededGenerator()
        for _ in 0..<1_000 {
            let header = LogBatch.Header(
                identity: generator.next(),
                number: generator.next(),
                payloadByteCount: Int.random(
                    in: 0...LogBatch.payloadByteCountMax,
                    using: &generator
                ),
                payloadChecksum: generator.next(),
                time: LogTime(milliseconds: Int64(bitPattern: generator.next()))
            )
            var bytes = [UInt8](repeating: 0xFF, count: LogBatch.headerByteCount)
            bytes.withUnsafeMutableBytes { header.write(to: $0) }
            #expect(bytes.withUnsafeBytes { LogBatch.Header($0) } == header, "\(generator)")
            #expect(bytes.dropLast().withUnsafeBytes { LogBatch.Header($0) } == nil)
            #expect(bytes[48..<56].allSatisfy { $0 == 0 })
        }
        let header = LogBatch.Header(
            identity: 1,
            number: 1,
            payloadByteCount: LogBatch.payloadByteCountMax + 1,
            payloadChecksum: 1
        )
        var bytes = [UInt8](repeating: 0, count: LogBatch.headerByteCount)
        bytes.withUnsafeMutableBytes { header.write(to: $0) }
        #expect(bytes.withUnsafeBytes { LogBatch.Header($0) } == nil)
    }

    @Test(arguments: [(0, 4_096), (4_032, 4_096), (4_033, 8_192), (8_128, 8_192)])
    func takesWholeBlocks(payload: Int, byteCount: Int) {
        #expect(LogBatch.byteCount(payload: payload) == byteCount)
    }

    @Test func changesAreReadAsWritten() throws {
        var writeSet = WriteSet()
        let value = [UInt8](repeating: 5, count: 70_000)
        let empty: [UInt8] = []
        try writeSet.put(value.span.bytes, for: Key(1), in: second)
        try writeSet.put(empty.span.bytes, for: Key(0xFF, 0), in: first)
        try writeSet.delete(Key(1), in: first)
        var buffer = LogBatchBuffer()
        var isEmpty = buffer.isEmpty
        #expect(isEmpty)
        let estimate = buffer.byteCount(with: writeSet)
        buffer.append(writeSet)
        isEmpty = buffer.isEmpty
        #expect(!isEmpty)
        var seen: [(TableID, SeenChange)] = []
        buffer.withBatch(identity: LogFile.identity, number: 1, time: .unknown) { bytes in
            #expect(bytes.count <= estimate)
            for batch in LoggedRun(bytes, identity: LogFile.identity).batches {
                let isWhole = batch.forEach { key, table, value in
                    seen.append((table, SeenChange(key: key.array, value: value?.array)))
                }
                #expect(isWhole)
            }
        }
        #expect(seen.map(\.0) == [first, first, second])
        #expect(
            seen.map(\.1) == [
                SeenChange(key: [1], value: nil), SeenChange(key: [0xFF, 0], value: []),
                SeenChange(key: [1], value: value),
            ]
        )
        buffer.removeAll()
        isEmpty = buffer.isEmpty
        #expect(isEmpty)
    }

    @Test func lyingLengthsAreFound() throws {
        func isWhole(_ payload: [UInt8]) -> Bool {
            payload.withUnsafeBytes { LoggedBatch(number: 1, payload: $0).forEach { _, _, _ in } }
        }
        let change: [UInt8] = [0, 2, 1, 0, 0, 0, 7, 8, 9]
        #expect(isWhole([]))
        #expect(isWhole(change + change))
        for count in 1..<change.count { #expect(!isWhole(change + change[..<count])) }
        // No key, one that is too long, and values that are longer than all that is there.
        #expect(!isWhole([0, 0, 1, 0, 0, 0, 9]))
        #expect(!isWhole([0, 65, 0, 0, 0, 0] + Array(repeating: 1, count: 65)))
        #expect(!isWhole([0, 2, 2, 0, 0, 0, 7, 8, 9]))
        #expect(!isWhole([0, 2, 0xFE, 0xFF, 0xFF, 0xFF, 7, 8, 9]))
        #expect(isWhole([0, 2, 0xFF, 0xFF, 0xFF, 0xFF, 7, 8]))
    }

    @Test func anyChangesAreRead() {
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            let payload = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                UInt8.random(in: 0...3, using: &generator) * 85
            }
            var changeCount = 0
            payload.withUnsafeBytes { bytes in
                _ = LoggedBatch(number: 1, payload: bytes).forEach { _, _, _ in changeCount += 1 }
            }
            #expect(changeCount <= payload.count / 7)
        }
    }
}
