import Glibc
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Engine failures")
struct EngineFailureTests {
    @Test func fullMapRefusesOnlyWhatDoesNotFit() throws {
        let gate = Gate()
        let store = try TemporaryEngine(mapByteCount: 1 << 20, seams: gate.seams)
        let ends = Ends()
        gate.hold(store.engine)
        for number in 0..<10 {
            let value = [UInt8](repeating: 1, count: number == 4 ? 2 << 20 : 10)
            store.engine.submit { (view) throws(StorageError) in
                try view.put(value, for: Key(number: number), in: first)
            } completion: {
                ends.add(number, $0)
            }
        }
        gate.open()
        store.engine.close()
        #expect(ends.all.map(\.number) == Array(0..<10))
        #expect(ends.all.filter { $0.failure != nil }.map(\.number) == [4])
        #expect(ends.all[4].failure == .full)
        #expect(gate.reasons == [])
    }

    @Test func fullStoreServesReadsAndRecovers() async throws {
        let store = try TemporaryEngine(mapByteCount: 1 << 20)
        let value = [UInt8](repeating: 1, count: 3_000)
        var count = 0
        do throws(StorageError) {
            while true {
                try await store.engine.put(value, for: Key(number: count))
                count += 1
            }
        } catch {
            #expect(error == .full)
        }
        #expect(try store.engine.get(Key(number: 0)) == value)
        store.engine.close()
        let roomier = try TemporaryEngine(directory: store.directory, mapByteCount: 2 << 20)
        try await roomier.engine.put(value, for: Key(number: count))
        #expect(try roomier.engine.get(Key(number: count - 1)) == value)
        roomier.engine.close()
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
    func fullDiskAtACommitIsTriedAgainInParts(errno: Int32) throws {
        let gate = Gate()
        let store = try TemporaryEngine(seams: gate.seams)
        let ends = Ends()
        // 1 is the shared commit, 2 that of the first change, 3 that of the others, then each.
        for number in [1, 3, 4] { gate.fail(commit: number, with: .io(errno: errno)) }
        gate.hold(store.engine)
        submit(3, to: store.engine, ends)
        gate.open()
        store.engine.close()
        #expect(ends.all.map(\.failure) == [nil, .full, nil])
        #expect(gate.reasons == [])
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(number: 0)) == [1])
        #expect(try again.engine.get(Key(number: 1)) == nil)
        #expect(try again.engine.get(Key(number: 2)) == [1])
        again.engine.close()
    }

    @Test(arguments: [LMDBError.io(errno: EIO), .panic, .corrupted])
    func failedSyncStopsTheProcess(error: LMDBError) throws {
        let gate = Gate()
        let store = try TemporaryEngine(seams: gate.seams)
        let ends = Ends()
        gate.fail(commit: 1, with: error)
        gate.hold(store.engine)
        submit(EngineLimits.batchJobCountMax + 5, to: store.engine, ends)
        gate.open()
        store.engine.close()
        #expect(gate.reasons.count == 1)
        let batch = ends.all.prefix(EngineLimits.batchJobCountMax)
        #expect(batch.allSatisfy { $0.failure == .outcomeUnknown })
        let rest = ends.all.dropFirst(EngineLimits.batchJobCountMax)
        let refusal = StorageError.unavailable("The store has stopped: its disk failed.")
        #expect(rest.map(\.failure) == Array(repeating: refusal, count: 5))
        #expect(gate.commitCount.load(ordering: .relaxed) == 2)
    }

    @Test func failedSyncWhileTryingInPartsStopsTheProcess() throws {
        let gate = Gate()
        let store = try TemporaryEngine(seams: gate.seams)
        let ends = Ends()
        // 1 is the shared commit, 2 that of the first half, 3 that of its first change.
        for number in [1, 2] { gate.fail(commit: number, with: .mapFull) }
        gate.fail(commit: 4, with: .io(errno: EIO))
        gate.hold(store.engine)
        submit(4, to: store.engine, ends)
        gate.open()
        store.engine.close()
        #expect(gate.reasons.count == 1)
        let refusal = StorageError.unavailable("The store has stopped: its disk failed.")
        #expect(ends.all.map(\.failure) == [nil, .outcomeUnknown, refusal, refusal])
    }

    @Test func failedSyncExitsWithItsStatus() async {
        await #expect(processExitsWith: .exitCode(74)) {
            let seams = Writer.Seams(
                commit: { (_) throws(LMDBError) in throw .io(errno: EIO) },
                stop: DirectEngine.endProcess
            )
            let store = try TemporaryEngine(seams: seams)
            try await store.engine.put([1], for: Key(1))
        }
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
        #expect(StorageError(.corrupted) == .unavailable("The store is damaged."))
        #expect(StorageError(.badValueSize) == .tooLarge)
        #expect(StorageError(.readersFull) == .unavailable("Too many readers are active."))
        #expect(StorageError(.mapResized) == .unavailable("The store failed: mapResized."))
        #expect(second > first)
    }

    private func submit(_ count: Int, to engine: DirectEngine, _ ends: Ends) {
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
