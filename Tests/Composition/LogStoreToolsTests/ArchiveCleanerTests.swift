import Domain
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// When the archive is gone through, and that it goes on where it was.
@Suite struct ArchiveCleanerTests {
    private let folder = TemporaryDirectory()
    private let time = TestTime()
    private var archive: String { folder.path("archive") }

    private func makeStore() throws -> TestStore {
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: archive)
        let time = time
        return try TestStore(options: options) { time.now }
    }

    private var identity: UInt64 {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: archive)
            return try #require(names.compactMap { ArchivedFileName($0) }.first).identity
        }
    }

    private func hasWord(_ word: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: archive).contains { name in
            let bytes = try #require(FileManager.default.contents(atPath: archive + "/" + name))
            return bytes.range(of: Data(word.utf8)) != nil
        }
    }

    /// By itself, and not again before a quarter of the promised time has passed.
    @Test func aPassIsDueInTime() async throws {
        let store = try makeStore()
        let (first, second) = (try store.account("kanarinam"), try store.account("kanaribild"))
        try store.reopen()
        try store.removeAndErase(first)
        store.store.maintain()
        let patience = Patience()
        while store.store.archiveCleaning.passCount == 0 { try await patience.pause() }
        #expect(try !hasWord("kanarinam"))
        #expect(try hasWord("kanaribild"))
        let cleanedAt = store.store.archiveCleaning.cleanedAt
        #expect(cleanedAt == Instant(milliseconds: time.now.milliseconds))
        #expect(store.store.archiveCleaning.rewrittenFileCount >= 1)

        try store.removeAndErase(second)
        try store.reopen()
        #expect(store.store.archiveCleaning.cleanedAt == cleanedAt)
        time.advance(milliseconds: Int64(EngineLimits.erasureSeconds) * 250 - 1)
        store.store.maintain()
        #expect(try hasWord("kanaribild"))
        #expect(store.store.archiveCleaning.passCount == 0)
        time.advance(milliseconds: 1)
        store.store.maintain()
        while store.store.archiveCleaning.passCount == 0 { try await patience.pause() }
        #expect(try !hasWord("kanaribild"))
    }

    /// A pass that was cut short goes on behind the last file that it noted.
    @Test func aPassGoesOnBehindARestart() async throws {
        let store = try makeStore()
        let (first, second) = (try store.account("kanarinam"), try store.account("other"))
        try store.reopen()
        try store.send("note", from: second, to: second)
        try store.reopen()
        let names = try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
            .compactMap { ArchivedFileName($0) }
        #expect(names.count >= 2)
        try store.removeAndErase(first)
        store.store.close()
        // As if the first file had been passed before the deletion.
        var record = ArchiveCleaningRecord(begunAt: time.now, batch: names.map(\.last).max() ?? 0)
        record.state = .underWay(behind: names[0])
        try record.write(in: archive, identity: try identity)
        try store.reopen()
        store.store.maintain()
        let patience = Patience()
        while store.store.archiveCleaning.passCount == 0 { try await patience.pause() }
        #expect(try hasWord("kanarinam"))
        #expect(store.store.clean())
        #expect(try !hasWord("kanarinam"))
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        let name = ArchivedFileName(identity: 3, first: 4, last: 5)
        let states: [ArchiveCleaningRecord.State] = [
            .underWay(behind: nil), .underWay(behind: name), .whole(time.now), .incomplete,
        ]
        let path = folder.path + "/" + ArchiveCleaningRecord.fileName
        #expect(ArchiveCleaningRecord(in: folder.path, identity: 7) == nil)
        for state in states {
            var record = ArchiveCleaningRecord(begunAt: time.now, batch: 9)
            record.state = state
            try record.write(in: folder.path, identity: 7)
            #expect(ArchiveCleaningRecord(in: folder.path, identity: 7) == record)
            #expect(ArchiveCleaningRecord(in: folder.path, identity: 8) == nil)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] ^= 1
                try damaged.write(to: URL(fileURLWithPath: path))
                #expect(ArchiveCleaningRecord(in: folder.path, identity: 7) == nil)
            }
        }
    }

    /// Whoever erased the archive's files by hand, or prunes it at this moment, is not in the way.
    @Test func aFileThatIsGoneIsClean() throws {
        let name = ArchivedFileName(identity: 1, first: 1, last: 2)
        let cleaning = ArchivedFileCleaning(name, in: folder.path, rest: { _ in true }) { _ in
            .unknown
        }
        #expect(try cleaning.run() == .clean)
        let path = folder.path + "/" + name.text
        for bytes in [Data(), Data(count: 10_000)] {
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(throws: ArchivedFileCleaning.Failure.batch(1)) { try cleaning.run() }
        }
    }
}
