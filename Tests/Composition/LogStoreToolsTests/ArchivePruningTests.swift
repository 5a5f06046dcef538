import Domain
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// What goes from an archive, and what stays because a backup needs it.
@Suite struct ArchivePruningTests {
    private let folder = TemporaryDirectory()
    private let time = TestTime()

    private var archive: String { folder.path("archive") }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
    }

    /// A store whose archive has a file for each note, with backups that were made between them.
    private func prepare(
        _ count: Int,
        archivingAs name: String = "archive"
    ) throws -> (backups: [BackupFiles], times: [Int64]) {
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: folder.path(name))
        let time = time
        let store = try TestStore(options: options, clock: { time.now })
        let (anna, ben) = (try store.account("anna"), try store.account("ben"))
        var (backups, times): ([BackupFiles], [Int64]) = ([], [])
        for number in 0..<count {
            backups.append(try backUp(store, as: "\(name)-\(number)"))
            time.advance(milliseconds: 10)
            try store.send("note \(number)", from: anna, to: ben)
            times.append(time.now.milliseconds)
            try store.reopen()
        }
        store.store.close()
        return (backups, times)
    }

    private func backUp(_ store: TestStore, as name: String) throws -> BackupFiles {
        let left = try store.copyOfFiles()
        let now = Instant(milliseconds: time.now.milliseconds)
        _ = try StoreFiles(directory: left.path("store"))
            .backUp(to: folder.path(name), clock: { now }) { _ in }
        return try BackupFiles(path: folder.path(name))
    }

    private func reach(of backup: BackupFiles) throws -> LogReach {
        try BackupArchive(folders: [archive], until: nil).check(behind: backup.manifest)
    }

    @Test func whatNoBackupNeedsGoesAndTheyLeadOnAsFar() throws {
        let (backups, _) = try prepare(6)
        let before = try names()
        let ends = try backups.map { try reach(of: $0).lastBatch }
        #expect(Set(ends).count == 1)
        for first in [2, 2, 4] {
            let kept = Array(backups[first...]).reversed()
            let pruning = try ArchivePruning(of: archive, .notNeeded(by: Array(kept)))
            let count = try names().count
            #expect(pruning.files.count + pruning.keptCount == count)
            let last = backups[first].manifest.lastBatch
            #expect(pruning.files.allSatisfy { $0.lastBatch <= last })
            try pruning.run()
            #expect(try names().count == pruning.keptCount)
            for backup in kept { #expect(try reach(of: backup).lastBatch == ends[0]) }
            #expect(throws: StoreToolError.self) { try reach(of: backups[first - 1]) }
        }
        #expect(try before.suffix(names().count) == names()[...])
    }

    @Test func nothingGoesBeforeItIsRun() throws {
        let (backups, _) = try prepare(3)
        let before = try names()
        let pruning = try ArchivePruning(of: archive, .notNeeded(by: [backups[2]]))
        #expect(!pruning.files.isEmpty && pruning.byteCount > 0)
        #expect(try names() == before)
    }

    @Test func filesOfOtherLogsAndOtherFilesStay() throws {
        let (backups, _) = try prepare(3)
        let (others, _) = try prepare(3, archivingAs: "other")
        let other = folder.path("other")
        for name in try FileManager.default.contentsOfDirectory(atPath: other) {
            try FileManager.default.moveItem(
                atPath: other + "/" + name,
                toPath: archive + "/" + name
            )
        }
        for name in ["0.log", "1.log", "notes.txt"] {
            try Data([1]).write(to: URL(fileURLWithPath: archive + "/" + name))
        }
        let ends = try others.map { try reach(of: $0) }
        try ArchivePruning(of: archive, .notNeeded(by: [backups[2]])).run()
        #expect(try others.map { try reach(of: $0) } == ends)
        #expect(try names().filter { ArchivedFileName($0) == nil }.count == 3)
        #expect(try ArchivePruning(of: archive, .notNeeded(by: [])).files.isEmpty)
    }

    @Test func whatWasWrittenBeforeAMomentGoes() throws {
        let (backups, times) = try prepare(4)
        let end = try reach(of: backups[3]).lastBatch
        func pruning(_ moment: Int64, _ spared: [BackupFiles] = []) throws -> ArchivePruning {
            let moment = Instant(milliseconds: moment)
            return try ArchivePruning(of: archive, .writtenBefore(moment, sparing: spared))
        }
        #expect(try pruning(0).files.isEmpty)
        #expect(try pruning(.max).keptCount == 0)
        let some = try pruning(times[2])
        #expect(!some.files.isEmpty && some.keptCount > 0)
        // The first one needs what the third note was written behind.
        #expect {
            _ = try pruning(times[2], [backups[3], backups[0]])
        } throws: { error in
            guard case .archive(.needed(_, backups[0].path)) = error as? StoreToolError else {
                return false
            }
            return true
        }
        try pruning(times[2], [backups[3]]).run()
        #expect(try reach(of: backups[3]).lastBatch == end)
        #expect(try reach(of: backups[2]).lastBatch == end)
        #expect(throws: StoreToolError.self) { try reach(of: backups[0]) }
    }

    @Test func aFileThatDoesNotSayItsTimeStaysOrIsTold() throws {
        let (_, _) = try prepare(2)
        let path = archive + "/" + (try #require(names().first))
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let far = Instant(milliseconds: .max)
        let first = try #require(ArchivedFileName(String(path.split(separator: "/").last ?? "")))
        let damaged = ArchiveProblem.damaged(path: path, batch: first.first)
        #expect(throws: StoreToolError.archive(damaged)) {
            _ = try ArchivePruning(of: archive, .writtenBefore(far, sparing: []))
        }
        #expect(throws: StoreToolError.self) {
            _ = try ArchivePruning(of: folder.path("no"), .notNeeded(by: []))
        }
    }

    @Test func whatHasNoTimeStays() throws {
        time.stop()
        _ = try prepare(2)
        let far = Instant(milliseconds: .max)
        let pruning = try ArchivePruning(of: archive, .writtenBefore(far, sparing: []))
        #expect(pruning.files.isEmpty && pruning.keptCount > 0)
    }
}
