import EngineTestSupport
import Glibc
import LMDB
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Full store")
struct FullStoreTests {
    private static let stopped = StorageError.unavailable(
        "The store has stopped."
    )

    /// Puts records until one is refused; answers how many were kept, and why the last was not.
    private func fill(
        _ engine: WriteAheadEngine,
        from start: Int = 0
    ) async -> (count: Int, reason: StorageError) {
        var count = start
        while true {
            do throws(StorageError) {
                try await engine.put(content(count), for: Key(number: count))
                count += 1
            } catch {
                return (count, error)
            }
        }
    }

    private func content(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 3_000)
    }

    private func expectAll(_ count: Int, in engine: WriteAheadEngine) throws {
        var damagedCount = 0
        for number in 0..<count where try engine.get(Key(number: number)) != content(number) {
            damagedCount += 1
        }
        #expect(damagedCount == 0)
        #expect(try engine.get(Key(number: count)) == nil)
    }

    @Test func fullMapLetsChangesComeUntilMemoryIsFull() async throws {
        let disk = FaultyDisk()
        let options = EngineOptions.small(mapByteCount: 1 << 20, overlayByteCountMax: 256 << 10)
        let store = try TemporaryEngine(options: options, seams: disk.seams)
        let (count, reason) = await fill(store.engine)
        #expect(reason == .full)
        // More than the map takes: some are in memory.
        #expect(count * 3_000 > 1 << 19)
        try expectAll(count, in: store.engine)
        store.engine.close()
        #expect(disk.reasons == [])
        // As small as before, it opens and serves reads.
        let same = try TemporaryEngine(directory: store.directory, options: options)
        try expectAll(count, in: same.engine)
        same.engine.close()
        let roomier = try TemporaryEngine(
            directory: store.directory,
            options: .small(mapByteCount: 8 << 20, overlayByteCountMax: 256 << 10)
        )
        try await roomier.engine.put(content(count), for: Key(number: count))
        try expectAll(count + 1, in: roomier.engine)
        roomier.engine.close()
    }

    @Test(arguments: [LMDBError.mapFull, .io(errno: ENOSPC), .io(errno: EDQUOT)])
    func storeRecoversWhenRoomReturns(error: LMDBError) async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(options: .tiny, seams: disk.seams)
        disk.failMoving(with: error)
        let (count, reason) = await fill(store.engine)
        #expect(reason == .full)
        // The overlay that cannot be moved, and half of another one.
        #expect(count * 3_000 > 64 << 10)
        try expectAll(count, in: store.engine)
        disk.failMoving(with: nil)
        let patience = Patience()
        while true {
            try patience.check()
            do throws(StorageError) {
                try await store.engine.put(content(count), for: Key(number: count))
                break
            } catch {
                try #require(error == .full)
            }
        }
        try expectAll(count + 1, in: store.engine)
        store.engine.close()
        #expect(disk.reasons == [])
        let again = try TemporaryEngine(directory: store.directory)
        try expectAll(count + 1, in: again.engine)
        again.engine.close()
    }

    @Test("Where nothing can be moved, the reserve counts as used up, until there is room")
    func usedUpReserve() async throws {
        let disk = FaultyDisk()
        let options = EngineOptions.small(
            mapByteCount: 8 << 20,
            overlayByteCountMax: 256 << 10,
            reserveByteCount: 512 << 10
        )
        let store = try TemporaryEngine(options: options, seams: disk.seams)
        #expect(store.engine.activity.fullness == .roomLeft)
        disk.failMoving(with: .mapFull)
        _ = await fill(store.engine)
        let patience = Patience()
        while store.engine.activity.fullness != .nothingLeft { try await patience.pause() }
        #expect(store.engine.activity.log?.moves.isObstructed == true)
        disk.failMoving(with: nil)
        while store.engine.activity.fullness != .roomLeft {
            try patience.check()
            store.engine.maintain()
            _ = try? await store.engine.put([1], for: Key(1))
        }
        store.engine.close()
        #expect(disk.reasons == [])
    }

    @Test(arguments: [LMDBError.io(errno: EIO), .panic, .corrupted, .pageNotFound])
    func failedCommitStopsTheProcess(error: LMDBError) async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(options: .tiny, seams: disk.seams)
        disk.failMoving(with: error)
        let (count, reason) = await fill(store.engine)
        #expect(reason == Self.stopped)
        // Changes are refused a moment before the process is told to end.
        let patience = Patience()
        while disk.reasons.isEmpty { try await patience.pause() }
        let sentence = "The store's disk failed during a commit (\(error))."
        #expect(
            disk.reasons == [error.isDamage ? .damaged("\(error)") : .diskFailed(sentence)]
        )
        #expect(DamageMark.isThere(inStore: store.directory.path("store")) == error.isDamage)
        #expect(disk.commitCount == 1)
        try expectAll(count, in: store.engine)
        store.engine.close()
        #expect(disk.commitCount == 1)
        let again = try TemporaryEngine(directory: store.directory)
        try expectAll(count, in: again.engine)
        again.engine.close()
    }

    @Test("A commit that fails stops the store at once, although there is room in memory")
    func failedCommitStopsTheStore() async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(seams: disk.seams)
        disk.failMoving(with: .io(errno: EIO))
        try await store.engine.put([1], for: Key(1))
        #expect(!store.engine.isStopped)
        store.engine.maintain()
        let patience = Patience()
        while disk.reasons.isEmpty { try await patience.pause() }
        #expect(store.engine.isStopped)
        await #expect(throws: Self.stopped) { try await store.engine.put([1], for: Key(2)) }
        #expect(try store.engine.get(Key(1)) == [1])
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try again.engine.get(Key(1)) == [1])
        again.engine.close()
    }

    @Test func failedCommitExitsWithItsStatus() async {
        await #expect(processExitsWith: .exitCode(74)) {
            try await Self.moveWhatFails(with: .io(errno: EIO))
        }
        await #expect(processExitsWith: .exitCode(65)) {
            try await Self.moveWhatFails(with: .corrupted)
        }
    }

    private static func moveWhatFails(with error: LMDBError) async throws {
        let seams = WriteAheadEngine.Seams(
            commit: { (_) throws(LMDBError) in throw error },
            stop: WriteAheadEngine.endProcess
        )
        let store = try TemporaryEngine(seams: seams)
        try await store.engine.put([1], for: Key(1))
        store.engine.close()
    }
}
