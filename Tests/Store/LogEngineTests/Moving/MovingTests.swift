import EngineTestSupport
import LMDB
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Moving")
struct MovingTests {
    @Test func engineEqualsItsModelAtAllTimes() async throws {
        var generator = SeededGenerator()
        let seed = generator.description
        let disk = FaultyDisk()
        var store = try TemporaryEngine(options: .tiny, seams: disk.seams)
        var model = RecordModel()
        var number = 0
        for round in 0..<60 {
            let changes = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                number += 1
                return NumberedChange(number, valueByteCountMax: 1_500, using: &generator)
            }
            try await store.engine.make(changes)
            model = model.applying(changes)
            #expect(try model.differences(from: store.engine) == [], "\(seed), round \(round)")
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                store.engine.close()
                store = try TemporaryEngine(
                    directory: store.directory,
                    options: .tiny,
                    seams: disk.seams
                )
                #expect(try model.differences(from: store.engine) == [], "\(seed), opened")
            case 1: store.engine.maintain()
            default: break
            }
        }
        store.engine.close()
        // Many generations have passed.
        #expect(disk.commitCount > 10)
        #expect(disk.reasons == [])
    }

    /// An engine whose first overlay is being moved, by a mover that is held; the second is empty.
    private func engineWithHeldMover(_ disk: FaultyDisk) async throws -> TemporaryEngine {
        let store = try TemporaryEngine(options: .tiny, seams: disk.seams)
        try await store.engine.put([1], for: Key(1))
        disk.holdMover()
        store.engine.maintain()
        try disk.awaitHeldMover()
        return store
    }

    @Test func heldMoverStopsNobodyBelowHalf() async throws {
        let disk = FaultyDisk()
        let store = try await engineWithHeldMover(disk)
        let value = [UInt8](repeating: 1, count: 2_000)
        // Not even when more is to be moved.
        store.engine.maintain()
        let half = (64 << 10) / 2 / LogBatch.blockByteCount
        for number in 0..<half { try await store.engine.put(value, for: Key(number: number)) }
        #expect(disk.commitCount == 0)
        let ends = Ends()
        for number in half..<100 {
            store.engine.submit { (view) throws(StorageError) in
                try view.put(value, for: Key(number: number), in: first)
            } completion: {
                ends.add(number, $0)
            }
        }
        #expect(try store.engine.get(Key(number: half - 1)) == value)
        disk.releaseMover()
        try await ends.wait(for: 100 - half)
        #expect(ends.all.allSatisfy { $0.failure == nil })
        for number in 0..<100 { #expect(try store.engine.get(Key(number: number)) == value) }
        store.engine.close()
    }

    @Test func closingWaitsForAHeldMover() async throws {
        let disk = FaultyDisk()
        let store = try await engineWithHeldMover(disk)
        try await store.engine.put([2], for: Key(2))
        let engine = store.engine
        // Whoever closes second waits as well, and takes nothing from under the first.
        let patience = Patience()
        try withThreads(2) { _ in
            engine.close()
            #expect(throws: StorageError.unavailable("The store is closed.")) {
                try engine.get(Key(1))
            }
        } while: {
            while true {
                try patience.check()
                let refusal = Ends()
                engine.submit { (_) throws(StorageError) in
                } completion: {
                    refusal.add(0, $0)
                }
                if let end = refusal.all.first, end.failure != nil { break }
            }
            disk.releaseMover()
        }
        #expect(disk.reasons == [])
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.statistics(of: first).entryCount == 2)
        #expect(try again.engine.get(Key(1)) == [1])
        #expect(try again.engine.get(Key(2)) == [2])
        again.engine.close()
    }

    @Test func changesOfQuietTimesAreMoved() async throws {
        let store = try TemporaryEngine()
        try await store.engine.put([1], for: Key(1))
        #expect(try store.engine.statistics(of: first).entryCount == 0)
        store.engine.maintain()
        let patience = Patience()
        while try store.engine.statistics(of: first).entryCount == 0 { try await patience.pause() }
        #expect(try store.engine.get(Key(1)) == [1])
        try await store.engine.write { (view) throws(StorageError) in
            try view.delete(Key(1), in: first)
        }
        #expect(try store.engine.get(Key(1)) == nil)
        store.engine.maintain()
        while try store.engine.statistics(of: first).entryCount == 1 { try await patience.pause() }
        #expect(try store.engine.get(Key(1)) == nil)
        store.engine.close()
    }

    @Test func changeLargerThanAnOverlayIsRefusedAlone() async throws {
        let store = try TemporaryEngine(options: .tiny)
        let large = [UInt8](repeating: 1, count: 64 << 10)
        for number in 0..<3 {
            await #expect(throws: StorageError.tooLarge) {
                try await store.engine.put(large, for: Key(9))
            }
            try await store.engine.put([UInt8(number)], for: Key(number: number))
        }
        #expect(try store.engine.get(Key(9)) == nil)
        for number in 0..<3 {
            #expect(try store.engine.get(Key(number: number)) == [UInt8(number)])
        }
        store.engine.close()
    }
}

@Suite("Opening with a log")
struct LeftoverLogTests {
    /// A store whose last changes are in the log alone, and what it must have.
    private func leftover(
        options: EngineOptions,
        _ generator: inout SeededGenerator
    ) async throws -> (TemporaryDirectory, RecordModel) {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(options: options, seams: disk.seams)
        var changes = (1...60).map {
            NumberedChange($0, valueByteCountMax: 900, using: &generator)
        }
        try await store.engine.make(changes)
        disk.failMoving(with: .mapFull)
        store.engine.maintain()
        for number in 61...80 {
            let change = NumberedChange(number, valueByteCountMax: 900, using: &generator)
            try await store.engine.make([change])
            changes.append(change)
        }
        let model = RecordModel().applying(changes)
        #expect(try model.differences(from: store.engine) == [])
        store.engine.close()
        return (store.directory, model)
    }

    private static let sizes = [64 << 10, 1 << 20, 4 << 20]

    @Test(arguments: sizes, sizes)
    func leftoverLogIsServedAtAnySize(before: Int, after: Int) async throws {
        var generator = SeededGenerator()
        func options(_ byteCount: Int) -> EngineOptions {
            .small(overlayByteCountMax: byteCount, segmentByteCountMax: byteCount)
        }
        let large = max(before, 1 << 20)
        let (directory, left) = try await leftover(options: options(large), &generator)
        var model = left
        for size in [after, before] {
            let store = try TemporaryEngine(directory: directory, options: options(size))
            #expect(try model.differences(from: store.engine) == [], "\(generator)")
            let changes = (100...140).map {
                NumberedChange($0, valueByteCountMax: 900, using: &generator)
            }
            try await store.engine.make(changes)
            model = model.applying(changes)
            #expect(try model.differences(from: store.engine) == [], "\(generator)")
            store.engine.close()
        }
    }

    @Test func droppedEngineLeavesWhatCannotBeMoved() async throws {
        var generator = SeededGenerator()
        let (directory, model) = try await leftover(options: .small(), &generator)
        for _ in 0..<3 {
            let disk = FaultyDisk()
            disk.failMoving(with: .mapFull)
            let store = try TemporaryEngine(directory: directory, seams: disk.seams)
            #expect(try model.differences(from: store.engine) == [], "\(generator)")
            store.engine.close()
        }
        try TemporaryEngine(directory: directory).engine.close()
        let moved = try TemporaryEngine(directory: directory)
        #expect(try model.differences(from: moved.engine) == [], "\(generator)")
        let count = try moved.engine.statistics(of: first).entryCount
        #expect(count == model.tables[0].count)
        moved.engine.close()
    }
}
