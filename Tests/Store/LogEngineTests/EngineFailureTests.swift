import EngineTestSupport
import Glibc
import LMDB
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Engine failures")
struct EngineFailureTests {
    private static let stopped = StorageError.unavailable(
        "The store has stopped."
    )

    /// A call whose failure leaves unknown what the disk holds.
    enum Call: CaseIterable {
        case write
        case flush
    }

    @Test(arguments: Call.allCases)
    func failedLogStopsTheProcess(call: Call) async throws {
        let (gate, disk) = (Gate(), FaultyDisk())
        let store = try TemporaryEngine(seams: disk.seams)
        try await store.engine.put([1], for: Key(1))
        let ends = Ends()
        switch call {
        case .write: disk.fail(batch: 1, with: EIO)
        case .flush: disk.fail(flush: 1, with: EIO)
        }
        try gate.hold(store.engine)
        let jobCount = EngineLimits.batchJobCountMax + 5
        submit(jobCount, to: store.engine, ends)
        gate.open()
        try await ends.wait(for: jobCount)
        // Of those in the batch that failed nobody knows; the others were not written.
        let changeCount = try #require(disk.batches.last).changeCount
        for end in ends.all {
            #expect(end.failure == (end.number < changeCount ? .outcomeUnknown : Self.stopped))
        }
        await #expect(throws: Self.stopped) { try await store.engine.put([1], for: Key(2)) }
        #expect(try store.engine.get(Key(number: 0)) == nil)
        #expect(try store.engine.get(Key(1)) == [1])
        store.engine.close()
        #expect(disk.reasons.count == 1)
        #expect(disk.batchCount == 2)
        #expect(disk.flushCount == (call == .write ? 1 : 2))
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(1)) == [1])
        #expect(try again.engine.get(Key(2)) == nil)
        again.engine.close()
    }

    @Test func failedFlushExitsWithItsStatus() async {
        await #expect(processExitsWith: .exitCode(74)) {
            let isOpen = Atomic<Int>(0)
            var files = FileOperations()
            files.synchronize = { _ in
                if isOpen.load(ordering: .relaxed) == 0 { return 0 }
                errno = EIO
                return -1
            }
            let seams = WriteAheadEngine.Seams(files: files, stop: WriteAheadEngine.endProcess)
            let store = try TemporaryEngine(seams: seams)
            isOpen.store(1, ordering: .relaxed)
            try await store.engine.put([1], for: Key(1))
        }
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
    func logThatCannotGrowRefusesOnlyWhatDoesNotFit(errno: Int32) async throws {
        let (gate, disk) = (Gate(), FaultyDisk())
        let options = EngineOptions.small(
            overlayByteCountMax: 8 << 20,
            segmentByteCountMax: 8 << 20
        )
        let store = try TemporaryEngine(options: options, seams: disk.seams)
        try await store.engine.put([1], for: Key(1))
        let large = [UInt8](repeating: 1, count: 2 << 20)
        let ends = Ends()
        disk.failGrowth(with: errno)
        try gate.hold(store.engine)
        for (number, value) in [[2], large, [3]].enumerated() {
            store.engine.submit { (view) throws(StorageError) in
                try view.put(value, for: Key(number: number), in: first)
            } completion: {
                ends.add(number, $0)
            }
        }
        gate.open()
        try await ends.wait(for: 3)
        #expect(ends.all.map(\.failure) == [nil, .full, nil])
        #expect(try store.engine.get(Key(number: 1)) == nil)
        disk.failGrowth(with: nil)
        try await store.engine.put(large, for: Key(2))
        store.engine.close()
        #expect(disk.reasons == [])
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(number: 0)) == [2])
        #expect(try again.engine.get(Key(number: 1)) == nil)
        #expect(try again.engine.get(Key(number: 2)) == [3])
        #expect(try again.engine.get(Key(2)) == large)
        again.engine.close()
    }

    @Test func writesThatTakeLittleOrAreInterruptedGoOn() async throws {
        let calls = Atomic<Int>(0)
        var files = FileOperations()
        files.write = { descriptor, bytes, offset in
            let number = calls.add(1, ordering: .relaxed).oldValue
            if number % 3 == 0 {
                errno = EINTR
                return -1
            }
            return pwrite(descriptor, bytes.baseAddress, min(bytes.count, 1_000), offset)
        }
        let seams = WriteAheadEngine.Seams(files: files, stop: { _ in })
        let store = try TemporaryEngine(seams: seams)
        let value = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
        try await store.engine.put(value, for: Key(1))
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(1)) == value)
        again.engine.close()
    }

    @Test func damagedRecordIsFoundAndTheOthersAreServed() async throws {
        let store = try TemporaryEngine()
        for number in 0..<5 {
            try await store.engine.put(Array("value \(number)".utf8), for: Key(number: number))
        }
        store.engine.close()
        try damage(store.directory) { (transaction, table) throws(LMDBError) in
            // One changed bit, a record moved to another key, and one too short for a checksum.
            let bytes = { (number: Int) in Key(number: number).array }
            var stored = try transaction.bytes(bytes(1), in: table)
            try transaction.put(stored.span.bytes, for: bytes(2).span.bytes, in: table)
            stored[0] ^= 0x10
            try transaction.put(stored.span.bytes, for: bytes(1).span.bytes, in: table)
            try transaction.put([1, 2].span.bytes, for: bytes(3).span.bytes, in: table)
        }
        let again = try TemporaryEngine(directory: store.directory)
        for number in 1...3 {
            #expect(throws: StorageError.dataLoss(first)) {
                try again.engine.get(Key(number: number))
            }
        }
        #expect(try again.engine.get(Key(number: 0)) == Array("value 0".utf8))
        #expect(try again.engine.get(Key(number: 4)) == Array("value 4".utf8))
        #expect(throws: StorageError.dataLoss(first)) {
            try again.engine.read { (view) throws(StorageError) in try view.records(first) }
        }
        await #expect(throws: UseCaseError.storage(.dataLoss(first))) {
            try await again.engine.write { (view) throws(UseCaseError) in
                do throws(StorageError) {
                    try view.put([1], for: Key(9), in: first)
                    _ = try view.get(Key(number: 1), in: first)
                } catch {
                    throw .storage(error)
                }
            }
        }
        #expect(try again.engine.get(Key(9)) == nil)
        try await again.engine.put([1], for: Key(number: 1))
        #expect(try again.engine.get(Key(number: 1)) == [1])
        again.engine.close()
    }

    @Test func errorsOfLMDBBecomeThoseOfStorage() {
        #expect(StorageError(.mapFull) == .full)
        #expect(StorageError(.io(errno: ENOSPC)) == .full)
        #expect(StorageError(.corrupted, table: second) == .dataLoss(second))
        #expect(StorageError(.corrupted) == .damaged)
        #expect(StorageError(.badValueSize) == .tooLarge)
        #expect(StorageError(.readersFull) == .unavailable("Too many readers are active."))
        #expect(
            StorageError(.mapResized)
                == .unavailable("The store failed: another process made the map larger.")
        )
        #expect(second > first)
    }

    private func submit(_ count: Int, to engine: WriteAheadEngine, _ ends: Ends) {
        for number in 0..<count {
            engine.submit { (view) throws(StorageError) in
                try view.put([1], for: Key(number: number), in: first)
            } completion: {
                ends.add(number, $0)
            }
        }
    }

    private func damage(
        _ directory: TemporaryDirectory,
        _ body: (inout WriteTransaction, Table) throws(LMDBError) -> Void
    ) throws {
        let environment = try Environment.open(
            directory: directory.path("store"),
            tables: ["first", "second"]
        )
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try body(&transaction, environment.tables[0])
            try transaction.commit()
        }
        environment.close()
    }
}

extension WriteTransaction {
    fileprivate borrowing func bytes(
        _ key: [UInt8],
        in table: Table
    ) throws(LMDBError) -> [UInt8] {
        try withValue(of: key.span.bytes, in: table) { value in
            value.withUnsafeBytes { Array($0) }
        } ?? []
    }
}
