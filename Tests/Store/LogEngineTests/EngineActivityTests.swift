import EngineTestSupport
import Glibc
import Metrics
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Engine activity")
struct EngineActivityTests {
    @Test("Commits are counted with their changes, bytes and flushes; refused changes write none")
    func commitsAreCounted() async throws {
        let store = try TemporaryEngine()
        #expect(store.engine.activity.commits.jobCounts.count == 0)
        for number in 0..<3 {
            try await store.engine.put(
                [UInt8](repeating: 1, count: 5_000),
                for: Key(number: number)
            )
        }
        await #expect(throws: UseCaseError.refused) {
            try await store.engine.write { _ throws(UseCaseError) in throw .refused }
        }
        let activity = store.engine.activity
        #expect(activity.commits.jobCounts.count == 4 && activity.commits.jobCounts.sum == 4)
        #expect(activity.commits.byteCounts.count == 3)
        #expect(activity.commits.byteCounts.sum >= 3 * 5_000)
        #expect(activity.commits.flushNanoseconds.count == 3)
        #expect(activity.queuedJobCount == 0 && !activity.isStopped)
        let log = try #require(activity.log)
        #expect(log.fill > 0 && log.fill < 1)
        store.engine.close()
    }

    @Test("What is moved into the database is counted, and the database tells of itself")
    func movesAreCounted() async throws {
        let store = try TemporaryEngine(options: .tiny)
        var count = 0
        while store.engine.activity.log?.moves.overlayCount == 0 {
            try await store.engine.put([UInt8](repeating: 1, count: 500), for: Key(number: count))
            count += 1
        }
        let activity = store.engine.activity
        let moves = try #require(activity.log?.moves)
        #expect(moves.changeCount > 0 && moves.changeCount <= UInt64(count))
        #expect(moves.transactionNanoseconds.count > 0)
        #expect(!moves.isObstructed)
        let database = try #require(activity.database)
        #expect(database.transactionCount > 1 && database.oldestReaderAge >= 0)
        #expect(database.pageCount > 2 && database.freePageCount < database.pageCount)
        #expect(database.pageCountMax == 262_144)
        store.engine.close()
        #expect(store.engine.activity.database == nil && store.engine.activity.isStopped)
    }

    @Test("A store whose disk has failed says that it is stopped")
    func failureIsTold() async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(seams: disk.seams)
        disk.fail(flush: 0, with: EIO)
        #expect(!store.engine.activity.isStopped)
        await #expect(throws: StorageError.self) { try await store.engine.put([1], for: Key(1)) }
        #expect(store.engine.activity.isStopped)
        store.engine.close()
    }
}
