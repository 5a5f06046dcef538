import EngineTestSupport
import LMDB
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Write-ahead engine")
struct WriteAheadEngineTests {
    @Test func acknowledgedChangesSurviveClosing() async throws {
        let store = try TemporaryEngine()
        try await store.engine.put([1, 2, 3], for: Key(1))
        #expect(try store.engine.get(Key(1)) == [1, 2, 3])
        #expect(try store.engine.get(Key(1), in: second) == nil)
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(1)) == [1, 2, 3])
        again.engine.close()
    }

    @Test func secondEngineIsRefused() throws {
        let store = try TemporaryEngine()
        let refusal = StorageError.unavailable("Another process has the store open.")
        #expect(throws: refusal) { try TemporaryEngine(directory: store.directory) }
        store.engine.close()
    }

    @Test func publicOpeningWorks() async throws {
        let directory = TemporaryDirectory()
        let engine = try WriteAheadEngine(directory: directory.path("store"), tables: ["first"])
        try await engine.put([], for: Key(1))
        #expect(try engine.get(Key(1)) == [])
        #expect(try engine.get(Key()) == nil)
        engine.close()
    }

    @Test func droppedEngineFinishesWhatItTook() async throws {
        let directory = TemporaryDirectory()
        let ends = Ends()
        do {
            let store = try TemporaryEngine(directory: directory)
            for number in 0..<100 {
                store.engine.submit { (view) throws(StorageError) in
                    try view.put([1], for: Key(number: number), in: first)
                } completion: {
                    ends.add(number, $0)
                }
            }
        }
        try await ends.wait(for: 100)
        #expect(ends.all.allSatisfy { $0.failure == nil })
    }

    @Test func closingFinishesWhatWasTakenAndRefusesTheRest() throws {
        let store = try TemporaryEngine()
        let ends = Ends()
        for number in 0..<1_000 {
            store.engine.submit { (view) throws(StorageError) in
                try view.put([1], for: Key(number: number), in: first)
            } completion: {
                ends.add(number, $0)
            }
        }
        store.engine.close()
        store.engine.close()
        #expect(ends.all.map(\.number) == Array(0..<1_000))
        #expect(ends.all.allSatisfy { $0.failure == nil })
        let refusal = StorageError.unavailable("The store is closed.")
        store.engine.submit { (_) throws(StorageError) in
        } completion: {
            ends.add(-1, $0)
        }
        #expect(ends.all.last?.failure == refusal)
        #expect(throws: refusal) { try store.engine.get(Key(1)) }
    }

    @Test func oneThatThrowsLeavesNoTraceInASharedCommit() throws {
        let (gate, disk) = (Gate(), FaultyDisk())
        let store = try TemporaryEngine(seams: disk.seams)
        let ends = Ends()
        // Few enough that the committer waits until the writer is at rest.
        let jobCount = EngineLimits.commitJobCountMin - 1
        try gate.hold(store.engine)
        for number in 0..<jobCount {
            let change = ClosureJob { (view) throws(UseCaseError) in
                do throws(StorageError) {
                    try view.put([UInt8(number)], for: Key(number: number), in: first)
                    try view.put([UInt8(number)], for: Key(number: 1_000), in: first)
                } catch {
                    throw .storage(error)
                }
                if number % 3 == 0 { throw .refused }
            } completion: { result in
                ends.add(number, result.mapError { _ in StorageError.full })
            }
            store.engine.submit(NotingJob(change) { ends.add(commit: number) })
        }
        gate.open()
        store.engine.close()
        #expect(disk.flushCount == 1)
        let again = try TemporaryEngine(directory: store.directory)
        for number in 0..<jobCount {
            let expected: [UInt8]? = number % 3 == 0 ? nil : [UInt8(number)]
            #expect(try again.engine.get(Key(number: number)) == expected)
        }
        #expect(try again.engine.get(Key(number: 1_000)) == [UInt8(jobCount - 1)])
        again.engine.close()
        let kept = (0..<jobCount).filter { $0 % 3 != 0 }
        #expect(ends.commits == kept)
        #expect(ends.all.map(\.number) == Array(0..<jobCount))
        #expect(ends.all.filter { $0.failure == nil }.map(\.number) == kept)
    }

    @Test func laterChangesOfABatchSeeEarlierOnes() async throws {
        let gate = Gate()
        let store = try TemporaryEngine()
        try gate.hold(store.engine)
        for _ in 0..<50 {
            store.engine.submit { (view) throws(StorageError) in
                let count = try view.get(Key(1), in: first)?.first ?? 0
                try view.put([count + 1], for: Key(1), in: first)
            } completion: { _ in
            }
        }
        gate.open()
        let count = try await store.engine.write { (view) throws(StorageError) in
            try view.get(Key(1), in: first)
        }
        #expect(count == [50])
        store.engine.close()
    }

    @Test func fullQueueRefusesAtOnce() throws {
        let gate = Gate()
        let store = try TemporaryEngine(options: .small(queuedJobCountMax: 3))
        let ends = Ends()
        try gate.hold(store.engine)
        for number in 0..<5 {
            store.engine.submit { (_) throws(StorageError) in
            } completion: {
                ends.add(number, $0)
            }
        }
        #expect(ends.all.map(\.number) == [3, 4])
        #expect(ends.all.allSatisfy { $0.failure == .overloaded })
        gate.open()
        store.engine.close()
        #expect(ends.all.map(\.number) == [3, 4, 0, 1, 2])
    }

    @Test(arguments: [1, 512, 513, 1_600])
    func batchesAreBoundedByTheirChanges(jobCount: Int) throws {
        let (gate, disk) = (Gate(), FaultyDisk())
        let store = try TemporaryEngine(seams: disk.seams)
        try gate.hold(store.engine)
        for number in 0..<jobCount {
            store.engine.submit { (view) throws(StorageError) in
                try view.put([1], for: Key(number: number), in: first)
            } completion: { _ in
            }
        }
        gate.open()
        store.engine.close()
        let counts = disk.batches.map(\.changeCount)
        #expect(counts.reduce(0, +) == jobCount)
        #expect(counts.allSatisfy { $0 <= EngineLimits.batchJobCountMax })
        #expect(disk.flushCount == counts.count)
    }

    @Test func batchesAreBoundedByTheirBytes() throws {
        let (gate, disk) = (Gate(), FaultyDisk())
        let store = try TemporaryEngine(options: EngineOptions(), seams: disk.seams)
        try gate.hold(store.engine)
        let value = [UInt8](repeating: 1, count: 1 << 20)
        for number in 0..<10 {
            store.engine.submit { (view) throws(StorageError) in
                try view.put(value, for: Key(number: number), in: first)
            } completion: { _ in
            }
        }
        gate.open()
        store.engine.close()
        let batches = disk.batches
        #expect(batches.map(\.changeCount).reduce(0, +) == 10)
        let most = EngineLimits.batchByteCountMax + value.count + LogBatch.blockByteCount
        #expect(batches.allSatisfy { $0.byteCount <= most })
        #expect(disk.flushCount == batches.count)
    }

    @Test func oversizedChangeIsRefusedAlone() async throws {
        let store = try TemporaryEngine(options: EngineOptions())
        let value = [UInt8](repeating: 1, count: EngineLimits.writeSetByteCountMax / 2)
        await #expect(throws: StorageError.tooLarge) {
            try await store.engine.write { (view) throws(StorageError) in
                try view.put(value, for: Key(1), in: first)
                try view.put(value, for: Key(2), in: first)
            }
        }
        #expect(try store.engine.get(Key(1)) == nil)
        let largest = value + value.dropLast(1_024)
        try await store.engine.put(largest, for: Key(1))
        #expect(try store.engine.get(Key(1)) == largest)
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(1)) == largest)
        again.engine.close()
    }

    @Test func oneRecordTooManyIsRefused() async throws {
        let store = try TemporaryEngine(options: EngineOptions())
        let limit = EngineLimits.writeSetEntryCountMax
        for count in [limit, limit + 1] {
            do throws(StorageError) {
                try await store.engine.write { (view) throws(StorageError) in
                    for number in 0..<count {
                        try view.put([], for: Key(number: number), in: first)
                    }
                }
                #expect(count == limit)
            } catch {
                #expect(error == .tooLarge)
                #expect(count == limit + 1)
            }
        }
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.statistics(of: first).entryCount == limit)
        again.engine.close()
    }

    @Test func tellsItsSizeAndUse() throws {
        let store = try TemporaryEngine(options: .small(mapByteCount: 1 << 22))
        #expect(!store.engine.isFileShort)
        #expect(try store.engine.information().mapByteCount == 1 << 22)
        #expect(try store.engine.statistics(of: second).entryCount == 0)
        store.engine.maintain()
        #expect(try store.engine.clearStaleReaders() == 0)
        store.engine.close()
        let refusal = StorageError.unavailable("The store is closed.")
        #expect(throws: refusal) { try store.engine.information() }
        #expect(throws: refusal) { try store.engine.statistics(of: second) }
        #expect(throws: refusal) { try store.engine.clearStaleReaders() }
        store.engine.maintain()
    }

    @Test func readsHaveTheErrorOfTheirUseCase() throws {
        let store = try TemporaryEngine()
        #expect(throws: UseCaseError.refused) {
            try store.engine.read { (_) throws(UseCaseError) in throw .refused }
        }
        store.engine.close()
        #expect(throws: UseCaseError.storage(.unavailable("The store is closed."))) {
            try store.engine.read { (_) throws(UseCaseError) in }
        }
    }

    @Test func viewKeptBeyondItsScopeIsABug() async {
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryEngine()
            let view = try store.engine.read { (view) throws(StorageError) in view }
            _ = try view.get(Key(1), in: first)
        }
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryEngine()
            try await store.engine.put([1], for: Key(1))
            let view = try store.engine.read { (view) throws(StorageError) in view }
            _ = try view.get(Key(1), in: first)
        }
    }

    @Test func tableThatDoesNotExistIsABug() async {
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryEngine()
            _ = try store.engine.get(Key(1), in: TableID(rawValue: 2))
        }
        await #expect(processExitsWith: .failure) {
            let store = try TemporaryEngine()
            try await store.engine.put([1], for: Key(1), in: TableID(rawValue: 2))
        }
    }
}
