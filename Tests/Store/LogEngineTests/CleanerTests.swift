import Dispatch
import EngineTestSupport
import LMDB
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// Whether what was deleted is gone from the database in time.
@Suite struct CleanerTests {
    private static let erasureSeconds = 7_200

    @Test func whatIsNotCleanedInTimeIsTold() async throws {
        let time = Atomic<Int64>(1_700_000_000_000)
        var options = EngineOptions.small()
        options.erasureSeconds = Self.erasureSeconds
        let store = try TemporaryEngine(
            options: options,
            seams: WriteAheadEngine.Seams(
                clock: { LogTime(milliseconds: time.load(ordering: .relaxed)) },
                stop: { _ in }
            )
        )
        func advance(seconds: Int) {
            time.add(Int64(seconds) * 1_000, ordering: .relaxed)
        }
        try await store.engine.put([1], for: Key(1))
        // An hour more than is promised is for a pass that is under way.
        advance(seconds: Self.erasureSeconds + 3_600)
        #expect(!store.engine.activity.isCleaningOverdue)
        advance(seconds: 1)
        #expect(store.engine.activity.isCleaningOverdue)
        #expect(store.engine.clean())
        #expect(!store.engine.activity.isCleaningOverdue)
        // Where nothing was changed there is nothing to clean.
        advance(seconds: 10 * Self.erasureSeconds)
        #expect(!store.engine.activity.isCleaningOverdue)
        store.engine.close()
    }

    @Test("A pass that could not begin is still due, and its end is not told")
    func failedBeginning() async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(seams: disk.seams)
        try await store.engine.put([1], for: Key(1))
        #expect(store.engine.clean())
        let before = store.engine.cleaner.record
        #expect(!store.engine.cleaner.isDue)
        let end = store.engine.cleaner.ask()
        disk.failMoving(with: .mapFull)
        store.engine.generations.requestCleaning()
        try end.waitPatiently()
        #expect(store.engine.cleaner.isDue)
        #expect(store.engine.cleaner.record == before)
        disk.failMoving(with: nil)
        #expect(store.engine.clean())
        #expect(!store.engine.cleaner.isDue && disk.reasons.isEmpty)
        store.engine.close()
    }
}
