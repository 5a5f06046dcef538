import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Log recovery")
struct LogRecoveryTests {
    private let directory = TemporaryDirectory()
    private let disk = FaultyDisk()

    private static let notUnderstood = StorageError.unavailable(
        "The log has changes that this version does not know."
    )

    /// What a recovery found.
    private struct Outcome: Equatable {
        var nextNumber: UInt64
        var isAtStart: Bool
        var active: [SeenChange]
        var frozen: [SeenChange]?
    }

    private func write(_ even: LogFile, _ odd: LogFile) throws {
        for (name, file) in zip(LogRecovery.fileNames, [even, odd]) {
            try Data(file.bytes).write(to: URL(fileURLWithPath: directory.path(name)))
        }
    }

    private func contents() throws -> [Data] {
        try LogRecovery.fileNames.map {
            try Data(contentsOf: URL(fileURLWithPath: directory.path($0)))
        }
    }

    private func recover(appliedBatch: UInt64 = 0) throws(StorageError) -> Outcome {
        let recovery = try LogRecovery.recover(
            directory: directory.path,
            position: LogPosition(identity: LogFile.identity, appliedBatch: appliedBatch),
            tableCount: 2,
            options: .tiny,
            operations: disk.seams.files
        )
        return Outcome(
            nextNumber: recovery.log.nextNumber,
            isAtStart: recovery.log.isAtStart,
            active: recovery.active.changes(first),
            frozen: recovery.frozen?.changes(first)
        )
    }

    /// A file whose batches each put their number under itself.
    private func file(_ numbers: ClosedRange<UInt64>) throws -> LogFile {
        var file = LogFile()
        for number in numbers { try file.append(number, [record(number)]) }
        return file
    }

    private func record(_ number: UInt64) -> Record {
        Record(key: [UInt8(number)], value: Array(repeating: UInt8(number), count: 5_000))
    }

    private func changes(_ numbers: ClosedRange<UInt64>) -> [SeenChange] {
        numbers.map { SeenChange(key: record($0).key, value: record($0).value) }
    }

    private func expectLoss(
        appliedBatch: UInt64 = 0,
        of batches: ClosedRange<UInt64>,
        file: String? = nil
    ) throws {
        try expectDamage(
            appliedBatch: appliedBatch,
            .incomplete(LogLoss.batches(batches, file: file).summary)
        )
    }

    /// Expects that nothing is opened, and that nothing was written.
    private func expectDamage(
        appliedBatch: UInt64 = 0,
        _ refusal: StorageError
    ) throws {
        let (before, flushCount) = (try contents(), disk.flushCount)
        #expect(throws: refusal) { try recover(appliedBatch: appliedBatch) }
        #expect(try contents() == before)
        #expect(disk.flushCount == flushCount)
    }

    @Test func newLogIsEmpty() throws {
        let outcome = Outcome(nextNumber: 1, isAtStart: true, active: [], frozen: nil)
        #expect(try recover() == outcome)
        #expect(try recover() == outcome)
        #expect(disk.flushCount == 0)
    }

    @Test func oneFileGoesOn() throws {
        try write(file(1...3), LogFile())
        let outcome = Outcome(nextNumber: 4, isAtStart: false, active: changes(1...3), frozen: nil)
        #expect(try recover() == outcome)
        #expect(try recover(appliedBatch: 2) == outcome)
    }

    @Test func olderFileIsFrozenWhereLMDBLacksIt() throws {
        try write(file(4...5), file(1...3))
        let whole = Outcome(
            nextNumber: 6,
            isAtStart: false,
            active: changes(4...5),
            frozen: changes(1...3)
        )
        #expect(try recover() == whole)
        #expect(try recover(appliedBatch: 2) == whole)
        var moved = whole
        moved.frozen = nil
        #expect(try recover(appliedBatch: 3) == moved)
        #expect(try recover(appliedBatch: 4) == moved)
    }

    @Test func whatLMDBHasIsWrittenOver() throws {
        try write(file(4...5), file(1...3))
        let outcome = Outcome(nextNumber: 6, isAtStart: true, active: [], frozen: nil)
        #expect(try recover(appliedBatch: 5) == outcome)
        #expect(try recover(appliedBatch: 9).nextNumber == 10)
    }

    @Test func tornBatchBehindTheLastIsDropped() throws {
        // The header has reached the disk, and the changes have not.
        var torn = try file(1...3)
        torn.damage(2)
        try write(torn, LogFile())
        let outcome = Outcome(nextNumber: 3, isAtStart: false, active: changes(1...2), frozen: nil)
        #expect(try recover() == outcome)
        // The first batch of the file that is written over.
        var next = try file(4...4)
        next.damage(0)
        try write(next, file(1...3))
        let older = Outcome(nextNumber: 4, isAtStart: false, active: changes(1...3), frozen: nil)
        #expect(try recover() == older)
        let start = Outcome(nextNumber: 4, isAtStart: true, active: [], frozen: nil)
        #expect(try recover(appliedBatch: 3) == start)
    }

    @Test func newestBatchIsWrittenAndFlushedAgain() throws {
        try write(file(4...5), file(1...3))
        let before = try contents()
        _ = try recover()
        #expect(disk.batchCount == 1)
        #expect(disk.flushCount == 1)
        #expect(try contents() == before)
        // What LMDB has is durable already.
        _ = try recover(appliedBatch: 5)
        #expect(disk.flushCount == 1)
        disk.fail(flush: 1, with: EIO)
        #expect(throws: StorageError.unavailable("The log failed: Input/output error.")) {
            try recover()
        }
    }

    @Test func damageBeforeADurableBatchIsRefused() throws {
        for (index, lost) in [(0, 1...2), (1, 2...2)] as [(Int, ClosedRange<UInt64>)] {
            var file = try file(1...3)
            file.damage(index)
            try write(file, LogFile())
            try expectLoss(of: lost)
            // In LMDB already, it is not missed.
            #expect(try recover(appliedBatch: 3).isAtStart)
        }
    }

    @Test func missingBatchIsRefused() throws {
        // The last of the older file, all of it, its first, and the first of the only one.
        try write(file(5...6), file(1...3))
        try expectLoss(of: 4...4, file: "odd")
        try expectLoss(appliedBatch: 3, of: 4...4, file: "odd")
        try write(file(5...6), LogFile())
        try expectLoss(of: 1...4, file: "odd")
        try write(file(5...6), file(3...4))
        try expectLoss(of: 1...2, file: "odd")
        try expectLoss(appliedBatch: 1, of: 2...2, file: "odd")
        #expect(try recover(appliedBatch: 2).nextNumber == 7)
    }

    @Test func changesThatNobodyUnderstandsAreRefused() throws {
        // An unknown table, and a value longer than all that is there.
        for payload in [[2, 1, 1, 0, 0, 0, 7, 8], [0, 1, 9, 0, 0, 0, 7, 8]] as [[UInt8]] {
            var file = try file(1...2)
            file.append(LogFile.batch(3, payload: payload))
            try write(file, LogFile())
            try expectDamage(Self.notUnderstood)
            try write(self.file(4...4), file)
            try expectDamage(Self.notUnderstood)
            #expect(try recover(appliedBatch: 3).active == changes(4...4))
        }
    }

    @Test func anotherStoresLogIsRefused() throws {
        var file = LogFile()
        try file.append(1, identity: 7)
        try write(self.file(1...1), file)
        try expectDamage(.incomplete(LogLoss.foreign(file: "odd").summary))
        try write(file, LogFile())
        try expectDamage(.incomplete(LogLoss.foreign(file: "even").summary))
    }
}
