import EngineTestSupport
import Foundation
import Glibc
import LMDB
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// The room that is kept for what frees, protects and signs in.
@Suite struct ReserveTests {
    private static let reserve = 512 << 10
    /// In memory, for room is what it is about, and each record is flushed by itself.
    private let directory = TemporaryDirectory(in: .memory)

    /// What an engine told of its room.
    private final class News: Sendable {
        private let told = Mutex<[RoomNews]>([])

        func add(_ news: RoomNews) { told.withLock { $0.append(news) } }

        /// Whether it was full, one after the other.
        var isFull: [Bool] {
            told.withLock { told in
                told.map { news in
                    if case .full = news { true } else { false }
                }
            }
        }
    }

    private func options(mapByteCount: Int, _ news: News) -> EngineOptions {
        .small(
            mapByteCount: mapByteCount,
            overlayByteCountMax: 256 << 10,
            reserveByteCount: Self.reserve,
            reportRoom: { news.add($0) }
        )
    }

    private func content(_ number: Int, byteCount: Int = 3_000) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount)
    }

    /// Puts ordinary records until one is refused; answers how many were kept.
    private func fill(_ engine: WriteAheadEngine, from start: Int = 0) async throws -> Int {
        for number in start..<100_000 {
            do throws(StorageError) {
                try await engine.put(content(number), for: Key(number: number))
            } catch {
                #expect(error == .full)
                return number
            }
        }
        throw StorageError.overloaded
    }

    private func putVital(
        _ value: [UInt8],
        for key: Key,
        in engine: WriteAheadEngine
    ) async throws(StorageError) {
        try await engine.write(mayUseReserve: true) { view throws(StorageError) in
            try view.put(value, for: key, in: second)
        }
    }

    /// Makes an ordinary change as soon as that is possible again.
    private func putAgain(_ engine: WriteAheadEngine, _ number: Int) async throws {
        let patience = Patience()
        while true {
            try patience.check()
            do throws(StorageError) {
                return try await engine.put(content(number), for: Key(number: number))
            } catch {
                try #require(error == .full)
            }
        }
    }

    @Test(arguments: [2 << 20, 8 << 20])
    func aFullMapTakesWhatIsVitalAndHasRoomAgainAfterDeletions(mapByteCount: Int) async throws {
        let news = News()
        let options = options(mapByteCount: mapByteCount, news)
        let store = try TemporaryEngine(directory: directory, options: options)
        let count = try await fill(store.engine)
        // Each of them takes a page.
        #expect(count * 4_096 > mapByteCount / 3)
        #expect(news.isFull == [true] && store.engine.activity.fullness == .reserveLeft)
        for number in 0..<200 {
            try await putVital(
                content(number, byteCount: 200),
                for: Key(number: number),
                in: store.engine
            )
        }
        for number in 0..<count / 2 {
            try await store.engine.write(mayUseReserve: true) { view throws(StorageError) in
                try view.delete(Key(number: number), in: first)
            }
        }
        try await putAgain(store.engine, count)
        #expect(news.isFull == [true, false] && store.engine.activity.fullness == .roomLeft)
        #expect(store.engine.activity.log?.moves.isObstructed == false)
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory, options: options)
        for number in count / 2...count {
            #expect(try again.engine.get(Key(number: number)) == content(number))
        }
        for number in 0..<200 {
            let vital = try again.engine.get(Key(number: number), in: second)
            #expect(vital == content(number, byteCount: 200))
        }
        again.engine.close()
    }

    /// Filling and emptying many times neither loses anything nor ends: room is not lost either.
    @Test func manyCyclesLoseNothing() async throws {
        let news = News()
        let store = try TemporaryEngine(
            directory: directory,
            options: options(mapByteCount: 2 << 20, news)
        )
        var counts: [Int] = []
        for _ in 0..<12 {
            try await putAgain(store.engine, 0)
            let count = try await fill(store.engine, from: 1)
            counts.append(count)
            for number in 0..<count {
                #expect(try store.engine.get(Key(number: number)) == content(number))
                try await store.engine.write(mayUseReserve: true) { view throws(StorageError) in
                    try view.delete(Key(number: number), in: first)
                }
            }
        }
        let least = try #require(counts.min())
        #expect(least * 2 > counts[0])
        store.engine.close()
    }

    @Test func whatWritesNothingIsNotRefused() async throws {
        let store = try TemporaryEngine(
            directory: directory,
            options: options(mapByteCount: 2 << 20, News())
        )
        _ = try await fill(store.engine)
        let value = try await store.engine.write { view throws(StorageError) in
            try view.get(Key(number: 0), in: first)
        }
        #expect(value == content(0))
        await #expect(throws: UseCaseError.refused) {
            try await store.engine.write { _ throws(UseCaseError) in throw .refused }
        }
        store.engine.close()
    }

    @Test func othersWhoFillTheDiskDoNotTakeTheReserve() async throws {
        let (news, disk) = (News(), FaultyDisk())
        let store = try TemporaryEngine(
            options: options(mapByteCount: 1 << 30, news),
            seams: disk.seams
        )
        let path = store.directory.path("store/" + ReserveFile.name)
        func heldByteCount() -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : -1
        }
        let patience = Patience()
        func notice(isFull: Bool) async throws {
            while store.engine.reserve.isFull != isFull {
                store.engine.maintain()
                try await patience.pause()
            }
        }
        disk.leave(byteCount: 1 << 30)
        try await putVital([0], for: Key(0), in: store.engine)
        while heldByteCount() != Self.reserve {
            try patience.check()
            store.engine.maintain()
        }
        // As much as is left with the file is no more than the reserve.
        disk.leave(byteCount: 0)
        try await notice(isFull: true)
        #expect(heldByteCount() == 0)
        await #expect(throws: StorageError.full) { try await store.engine.put([1], for: Key(1)) }
        try await putVital([2], for: Key(2), in: store.engine)
        disk.leave(byteCount: 1 << 30)
        try await notice(isFull: false)
        try await store.engine.put([3], for: Key(3))
        while heldByteCount() != Self.reserve {
            try patience.check()
            store.engine.maintain()
        }
        #expect(news.isFull == [true, false])
        store.engine.close()
        // A file that is there is taken over.
        let again = try TemporaryEngine(
            directory: store.directory,
            options: options(mapByteCount: 1 << 30, news)
        )
        #expect(heldByteCount() == Self.reserve)
        #expect(try again.engine.get(Key(2), in: second) == [2])
        #expect(try again.engine.get(Key(1)) == nil)
        again.engine.close()
    }

    /// What cannot be measured counts as too little; nobody waits for it.
    @Test func roomThatCannotBeMeasuredIsNone() async throws {
        let (news, disk) = (News(), FaultyDisk())
        let isSilent = Mutex(false)
        var seams = disk.seams
        seams.diskByteCount = { environment throws(LMDBError) in
            if isSilent.withLock({ $0 }) { throw .io(errno: EIO) }
            return try environment.freeByteCount()
        }
        let store = try TemporaryEngine(
            directory: directory,
            options: options(mapByteCount: 2 << 20, news),
            seams: seams
        )
        try await store.engine.put(content(0), for: Key(number: 0))
        isSilent.withLock { $0 = true }
        let count = try await fill(store.engine, from: 1)
        #expect(news.isFull == [true])
        try await putVital(content(1), for: Key(1), in: store.engine)
        isSilent.withLock { $0 = false }
        try await putAgain(store.engine, count)
        #expect(news.isFull == [true, false])
        store.engine.close()
    }

    /// A damaged list of free pages is taken for an empty one.
    @Test func pagesThatCannotBeCountedAreNoRoom() async throws {
        let news = News()
        let options = options(mapByteCount: 2 << 20, news)
        let store = try TemporaryEngine(directory: directory, options: options)
        // What is deleted gets into the list.
        for round in 0..<3 {
            for number in 0..<40 {
                try await store.engine.put(content(round), for: Key(number: number))
            }
            #expect(store.engine.clean())
        }
        #expect(try store.engine.environment.freePageCount() > 0)
        let reserve = StoreReserve(
            directory: store.directory.path,
            .small(reserveByteCount: 1 << 20, reportRoom: { news.add($0) }),
            RoomGauge(environment: store.engine.environment) { _ in 1 << 30 }
        )
        var writeSet = WriteSet()
        let value = content(0)
        try writeSet.put(value.span.bytes, for: Key(1), in: first)
        try withDamagedFreeList(of: store) {
            #expect(throws: LMDBError.corrupted) {
                try store.engine.environment.freePageCount()
            }
            reserve.measure(waitingByteCount: 0, isSettled: true)
            if case .unknown = reserve.admit(writeSet) { Issue.record("It is never known.") }
        }
        store.engine.close()
    }

    /// Lets the first record of the list of free pages name more of them than it has room for.
    private func withDamagedFreeList(of store: TemporaryEngine, _ body: () throws -> Void) throws {
        /// Keeps the first page of the list.
        final class Pages: PageVisitor {
            var first: UInt64?

            func visit(_ page: ReachedPage) {
                if page.tree == .freeList, page.kind == .leaf { first = first ?? page.number }
            }

            func note(_: PageFinding) {}
        }
        let pages = Pages()
        try store.engine.environment.withPageWalk(visitor: pages) { $0.finish() }
        let page = try #require(pages.first)
        let path = store.directory.path("store/data/data.mdb")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        // The place of the first node, behind the header; before its value are 8 bytes and the key.
        try file.seek(toOffset: page * 4096 + 16)
        let node = try #require(try file.read(upToCount: 2)).enumerated()
            .reduce(0) { $0 + UInt64($1.element) << (8 * UInt64($1.offset)) }
        let place = page * 4096 + node + 16
        try file.seek(toOffset: place)
        let count = try #require(try file.read(upToCount: 8))
        try file.seek(toOffset: place)
        try file.write(contentsOf: Data(repeating: 0x7f, count: 8))
        try body()
        try file.seek(toOffset: place)
        try file.write(contentsOf: count)
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
    func aLogThatCannotGrowUsesTheRoomThatItHas(errno: Int32) async throws {
        let (news, disk) = (News(), FaultyDisk())
        let options = EngineOptions.small(
            overlayByteCountMax: 8 << 20,
            segmentByteCountMax: 8 << 20,
            reserveByteCount: Self.reserve,
            reportRoom: { news.add($0) }
        )
        let store = try TemporaryEngine(
            directory: directory,
            options: options,
            seams: disk.seams
        )
        // Until both files of the log have got their first MiB.
        for number in 0..<2 {
            try await store.engine.put(content(number), for: Key(number: number))
            #expect(store.engine.clean())
        }
        disk.failGrowth(with: errno)
        for number in 0..<2_000 {
            try await putVital(content(number), for: Key(number: number), in: store.engine)
        }
        // It may seem to have room between two refusals, as with a quota.
        #expect(news.isFull.first == true)
        disk.failGrowth(with: nil)
        store.engine.close()
        #expect(disk.reasons == [])
        let again = try TemporaryEngine(directory: store.directory)
        for number in 0..<2_000 {
            #expect(try again.engine.get(Key(number: number), in: second) == content(number))
        }
        again.engine.close()
    }

    @Test func theReserveBeginsAndEndsWhereItIsSaid() throws {
        let news = News()
        let left = Mutex(0)
        let store = try TemporaryEngine()
        defer { store.engine.close() }
        let environment = store.engine.environment
        let pages = try environment.freePageCount() * environment.information().pageByteCount
        let size = 4 << 20
        let reserve = StoreReserve(
            directory: store.directory.path,
            .small(reserveByteCount: size, reportRoom: { news.add($0) }),
            RoomGauge(environment: environment) { _ in left.withLock { $0 } - pages }
        )
        func measure(_ byteCount: Int, waiting: Int = 0, isSettled: Bool = false) -> [Bool] {
            left.withLock { $0 = byteCount }
            reserve.measure(waitingByteCount: waiting, isSettled: isSettled)
            return news.isFull
        }
        #expect(measure(size + size / 16) == [true])
        #expect(measure(size + size / 8 - 1) == [true])
        #expect(measure(size + size / 8) == [true, false])
        #expect(measure(size + size / 16 + 1) == [true, false])
        // What is on its way may come to less than it may take.
        #expect(measure(size + size / 4, waiting: size) == [true, false])
        #expect(measure(size + size / 4, waiting: size, isSettled: true) == [true, false, true])
        reserve.noteObstruction(true)
        #expect(measure(1 << 30) == [true, false, true])
        reserve.noteObstruction(false)
        #expect(measure(1 << 30) == [true, false, true, false])
    }

    @Test func aReserveIsAPartOfItsMap() async {
        await #expect(processExitsWith: .failure) {
            _ = EngineOptions.small(mapByteCount: 1 << 20, reserveByteCount: (1 << 18) + 1)
        }
    }
}
