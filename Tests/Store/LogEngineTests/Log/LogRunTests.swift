import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Log run")
struct LogRunTests {
    /// Three batches, the second of which takes two blocks, behind a given first number.
    private func file(from number: UInt64 = 5) throws -> LogFile {
        var file = LogFile()
        for (index, count) in [10, 5_000, 30].enumerated() {
            let value = [UInt8](repeating: UInt8(index), count: count)
            try file.append(number + UInt64(index), [Record(key: [1], value: value)])
        }
        return file
    }

    @Test func findsBatchesInTheirOrder() throws {
        let file = try file()
        let finding = LogFile.find(in: file.bytes)
        #expect(finding.numbers == [5, 6, 7])
        #expect(finding.endOffset == 4 * LogBatch.blockByteCount)
        #expect(finding.newest == file.batches[2])
        #expect(finding.greatestBehind == 0)
        #expect(LogFile.find(in: []) == LogFile.Finding())
        #expect(LogFile.find(in: [UInt8](repeating: 0, count: 1 << 16)) == LogFile.Finding())
        let zeros = [UInt8](repeating: 0, count: 10_000)
        #expect(LogFile.find(in: file.bytes + zeros) == finding)
    }

    @Test func endsWhereTheFileWasCut() throws {
        let file = try file()
        let changes = [10, 5_000, 30].map { LogBatch.headerByteCount + 7 + $0 }
        for count in 0..<file.bytes.count {
            let finding = LogFile.find(in: Array(file.bytes[..<count]))
            let whole = zip(file.batches, changes).prefix { $0.lowerBound + $1 <= count }.count
            let expected = (5..<5 + UInt64(whole)).map { $0 }
            #expect(finding.numbers == expected, "\(count)")
            // A batch without its end has a header still, if that much is left.
            let isHeaderLeft =
                whole < 3 && count >= file.batches[whole].lowerBound + LogBatch.headerByteCount
            #expect(finding.greatestBehind == (isHeaderLeft ? 5 + UInt64(whole) : 0), "\(count)")
            #expect(finding.newest.upperBound <= count)
        }
    }

    @Test func findsEachChangedBit() throws {
        var file = LogFile()
        for number in 1...3 as ClosedRange<UInt64> {
            let records = [Record(key: [1, 2], value: [3, 4, 5]), Record(key: [9], value: [])]
            try file.append(number, records)
        }
        let byteCount = LogBatch.headerByteCount + 2 * LogBatch.changeHeaderByteCount + 6
        for (index, batch) in file.batches.enumerated() {
            for place in 0..<8 * byteCount {
                var bytes = file.bytes
                bytes[batch.lowerBound + place / 8] ^= 1 << (place % 8)
                let finding = LogFile.find(in: bytes)
                #expect(finding.numbers == Array(1..<UInt64(index + 1)), "\(index), \(place)")
                let isHeaderSound = place / 8 >= LogBatch.headerByteCount
                let last: UInt64 = index < 2 || isHeaderSound ? 3 : 0
                #expect(finding.greatestBehind == last, "\(index), \(place)")
            }
            // What follows the changes is of no account.
            var bytes = file.bytes
            bytes[batch.lowerBound + byteCount] ^= 1
            #expect(LogFile.find(in: bytes).numbers == [1, 2, 3])
        }
    }

    @Test func endsAtWhatAnEarlierUseLeft() throws {
        let older = try file(from: 5)
        let newer = try LogFile.batch(40, [Record(key: [1], value: [1])])
        let bytes = newer + older.bytes[newer.count...]
        let finding = LogFile.find(in: bytes)
        #expect(finding.numbers == [40])
        #expect(finding.greatestBehind == 7)
        // In the middle of an older batch, whose end then begins a block.
        let value = [UInt8](repeating: 1, count: 5_000)
        let large = try LogFile.batch(40, [Record(key: [1], value: value)])
        let covering = large + older.bytes[large.count...]
        #expect(LogFile.find(in: covering).numbers == [40])
        #expect(LogFile.find(in: covering).greatestBehind == 7)
    }

    @Test func seesWhatLiesBehindDamage() throws {
        var file = try file()
        file.damage(1)
        #expect(LogFile.find(in: file.bytes).numbers == [5])
        #expect(LogFile.find(in: file.bytes).greatestBehind == 7)
        file = try self.file()
        file.damage(2)
        #expect(LogFile.find(in: file.bytes).numbers == [5, 6])
        #expect(LogFile.find(in: file.bytes).greatestBehind == 7)
    }

    @Test func takesNoBatchOfAnotherLog() throws {
        var file = try file()
        try file.append(8, identity: LogFile.identity ^ 1)
        #expect(LogFile.find(in: file.bytes).numbers == [5, 6, 7])
        #expect(LogFile.find(in: file.bytes).greatestBehind == 0)
    }

    @Test(arguments: [0, UInt64.max])
    func takesNoNumberThatIsNone(number: UInt64) throws {
        var file = LogFile()
        try file.append(number)
        #expect(LogFile.find(in: file.bytes).numbers == [])
    }

    @Test func anyBytesAreRead() {
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let count = Int.random(in: 0...10_000, using: &generator)
            var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            var offset = 0
            // Sound headers that promise anything.
            while offset + LogBatch.headerByteCount <= count {
                let payload = [0, 1, 4_032, 4_033, count, LogBatch.payloadByteCountMax]
                bytes.withUnsafeMutableBytes { target in
                    LogBatch.Header(
                        identity: LogFile.identity,
                        number: UInt64.random(in: 0...4, using: &generator),
                        payloadByteCount: payload.randomElement(using: &generator) ?? 0,
                        payloadChecksum: UInt64.random(in: 0...1, using: &generator)
                    ).write(to: UnsafeMutableRawBufferPointer(rebasing: target[offset...]))
                }
                offset += LogBatch.blockByteCount
            }
            _ = LogFile.find(in: bytes)
        }
    }
}
