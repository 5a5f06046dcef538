import EngineTestSupport
import Foundation
import LMDB
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import StorageEngine
@testable import LogStoreTools

/// That no batch of a log is missing in its archive, whatever happens.
@Suite("Log archive")
struct LogArchiveTests {
    private let folder = TemporaryDirectory()
    private let news = NewsList()

    private var path: String { folder.path("archive") }

    /// Sizes that few changes fill, with an archive.
    private func options(archivingTo path: String? = nil) -> EngineOptions {
        var options = EngineOptions.tiny
        let news = news
        options.logArchive = LogArchive(directory: path ?? self.path) { news.append($0) }
        return options
    }

    private func fill(_ engine: WriteAheadEngine, _ numbers: Range<Int>) async throws {
        for number in numbers {
            try await engine.put(content(number), for: Key(number: number % 90))
        }
    }

    private func content(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 900 + number)
    }

    /// The numbers of all batches in archives, in their order, and what they leave.
    private func replay(
        _ folders: [String],
        of store: String
    ) throws -> (numbers: [UInt64], records: [Key: [UInt8]]) {
        let reader = try EngineReader(directory: store, tables: ["first", "second"])
        let identity = try reader.statistics().logIdentity
        var numbers: [UInt64] = []
        var records: [Key: [UInt8]] = [:]
        let reach = try ArchivedLog(in: folders, identity: identity).forEach(after: 0, until: nil) {
            batch in
            numbers.append(batch.number)
            batch.forEach { key, _, value in
                records[key] = nil
                if let value { records[key] = value.withUnsafeBytes { Array($0) } }
            }
        }
        #expect(reach.batchCount == numbers.count && reach.lastBatch == numbers.last)
        return (numbers, records)
    }

    private func expectAll(_ count: Int, in archives: [String], of store: String) throws {
        let (numbers, records) = try replay(archives, of: store)
        #expect(numbers == Array(1...UInt64(numbers.count)))
        var wrongCount = 0
        for key in 0..<min(90, count) {
            let last = (0..<count).last { $0 % 90 == key } ?? key
            if records[Key(number: key)] != content(last) { wrongCount += 1 }
        }
        #expect(wrongCount == 0)
    }

    @Test func holdsEachBatchOnceTheLogIsClosed() async throws {
        let store = try TemporaryEngine(options: options())
        try await fill(store.engine, 0..<250)
        store.engine.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count > 3)
        #expect(names.allSatisfy { ArchivedFileName($0) != nil })
        try expectAll(250, in: [path], of: store.directory.path("store"))
        // It goes on where it was.
        let same = try TemporaryEngine(directory: store.directory, options: options())
        try await fill(same.engine, 250..<300)
        same.engine.close()
        try expectAll(300, in: [path], of: store.directory.path("store"))
        #expect(news.all == [])
    }

    @Test func crashBehindArchivingLosesNothing() async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(options: options(), seams: disk.seams)
        try await fill(store.engine, 0..<10)
        disk.holdMover()
        store.engine.maintain()
        try disk.awaitHeldMover()
        try await fill(store.engine, 10..<14)
        // The file is archived, and LMDB does not know it yet.
        let crashed = TemporaryDirectory()
        for (source, target) in [(store.directory.path("store"), "store"), (path, "archive")] {
            try FileManager.default.copyItem(atPath: source, toPath: crashed.path(target))
        }
        disk.releaseMover()
        store.engine.close()
        let restarted = try TemporaryEngine(
            directory: crashed,
            options: options(archivingTo: crashed.path("archive"))
        )
        try await fill(restarted.engine, 14..<120)
        restarted.engine.close()
        try expectAll(120, in: [crashed.path("archive")], of: crashed.path("store"))
        #expect(news.all == [])
    }

    @Test func thatCannotBeWrittenStopsChangesBeforeAnyIsMissing() async throws {
        let store = try TemporaryEngine(options: options())
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        var count = 0
        var reason: StorageError?
        while reason == nil {
            do throws(StorageError) {
                try await store.engine.put(content(count), for: Key(number: count % 90))
                count += 1
            } catch {
                reason = error
            }
        }
        guard case .unavailable(let text) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(text.contains("archive"))
        #expect(news.all.count == 1)
        #expect(try store.engine.get(Key(number: 0)) != nil)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        // It is tried again by itself.
        let patience = Patience()
        while (try? await store.engine.put(content(count), for: Key(number: count % 90))) == nil {
            try await patience.pause()
        }
        store.engine.close()
        #expect(news.all.last == .working)
        try expectAll(count + 1, in: [path], of: store.directory.path("store"))
    }

    @Test func ofACopyOfTheStoreIsNotMixedIn() async throws {
        let store = try TemporaryEngine(options: options())
        try await fill(store.engine, 0..<3)
        store.engine.close()
        let copy = TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: store.directory.path("store"),
            toPath: copy.path("store")
        )
        for (directory, number) in [(store.directory, 3), (copy, 4)] {
            let engine = try TemporaryEngine(directory: directory, options: options()).engine
            try await fill(engine, number..<(number + 1))
            engine.close()
        }
        guard case .failing(let reason) = news.all.first else {
            Issue.record("\(news.all)")
            return
        }
        #expect(reason.contains("copy"))
        #expect(try replay([path], of: store.directory.path("store")).numbers == [1, 2, 3, 4])
    }

    @Test func needsAFolderThatCanBeWritten() throws {
        #expect(throws: StorageError.self) {
            _ = try TemporaryEngine(options: options(archivingTo: folder.path("no/folder")))
        }
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        #expect(throws: StorageError.self) {
            _ = try TemporaryEngine(options: options(archivingTo: folder.path("file")))
        }
    }

    @Test func batchesBearTheTimeOfTheClock() async throws {
        let clock = Atomic<Int64>(1_700_000_000_000)
        let store = try TemporaryEngine(
            options: options(),
            seams: WriteAheadEngine.Seams(
                clock: { LogTime(milliseconds: clock.load(ordering: .relaxed)) },
                stop: { _ in }
            )
        )
        try await fill(store.engine, 0..<1)
        clock.store(1_600_000_000_000, ordering: .relaxed)
        try await fill(store.engine, 1..<2)
        store.engine.close()
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: path).first)
        let file = try #require(try LogFileReader(path: path + "/" + name))
        let first = try #require(try file.header(at: 0))
        let second = try #require(try file.header(at: first.byteCount))
        #expect(first.time.milliseconds == 1_700_000_000_000)
        #expect(second.time.milliseconds == 1_600_000_000_000)
    }

    @Test(arguments: [
        "", ".log", "1-2-3.log", "00000000000000ff-1-2.log",
        "00000000000000FF-00000000000000000001-00000000000000000002.log",
        "00000000000000ff-00000000000000000001-00000000000000000002.log.new",
        "00000000000000ff-99999999999999999999-99999999999999999999.log",
    ])
    func filesOfOtherNamesAreNoneOfIt(name: String) {
        #expect(ArchivedFileName(name) == nil)
    }

    @Test func namesAreReadAsWritten() {
        let name = ArchivedFileName(identity: 255, first: 1, last: .max)
        #expect(name.text == "00000000000000ff-00000000000000000001-18446744073709551615.log")
        #expect(ArchivedFileName(name.text) == name)
    }
}

/// What was told of an archive.
private final class NewsList: Sendable {
    private let state = Mutex<[LogArchiveNews]>([])

    var all: [LogArchiveNews] { state.withLock { $0 } }

    func append(_ news: LogArchiveNews) {
        state.withLock { $0.append(news) }
    }
}
