import Dispatch
import Domain
import EngineTestSupport
import Foundation
import Testing
import TestSupport

@testable import AccountStorage
@testable import LogEngine
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import LogStoreTools
@testable import StoreTools

/// Restores of a backup and the archive of the log behind it.
@Suite struct PointInTimeTests {
    private let folder = TemporaryDirectory()
    private let time = TestTime()

    private var archive: String { folder.path("archive") }

    private func makeStore() throws -> TestStore {
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: archive)
        let time = time
        return try TestStore(options: options, clock: { time.now })
    }

    /// Backs up what a killed server would have left at this moment.
    private func backUp(_ store: TestStore) throws -> BackupFiles {
        let left = try store.copyOfFiles()
        let now = Instant(milliseconds: time.now.milliseconds)
        _ = try StoreFiles(directory: left.path("store"))
            .backUp(to: folder.path("backup"), clock: { now }) { _ in }
        return try BackupFiles(path: folder.path("backup"))
    }

    /// Restores, and counts the notes that were received.
    @discardableResult
    private func restore(
        _ backup: BackupFiles,
        by folders: [String],
        until end: Int64? = nil,
        to name: String = "restored"
    ) throws(StoreToolError) -> LogReach {
        let path = folder.path(name)
        try? FileManager.default.removeItem(atPath: path)
        let end = end.map { Instant(milliseconds: $0) }
        return try BackupRestoration(
            of: backup,
            to: path,
            by: BackupArchive(folders: folders, until: end)
        ).run(predecessor: .kept) { _ in }
    }

    private func noteCount() throws -> Int {
        try StoredRecords(inStore: folder.path("restored")).all.filter { $0.table == .inbox }.count
    }

    /// A store with notes that were sent at known times, a file of the archive for each, and a
    /// backup from before them.
    private func sendNotes(
        _ count: Int
    ) throws -> (store: TestStore, backup: BackupFiles, times: [Int64]) {
        let store = try makeStore()
        let (anna, ben) = (try store.account("anna"), try store.account("ben"))
        let backup = try backUp(store)
        var times: [Int64] = []
        for number in 0..<count {
            time.advance(milliseconds: 10)
            try store.send("note \(number)", from: anna, to: ben)
            times.append(time.now.milliseconds)
            try store.reopen()
        }
        return (store, backup, times)
    }

    @Test func eachMomentBehindABackupIsRestored() throws {
        let (store, backup, times) = try sendNotes(6)
        for (index, moment) in times.enumerated() {
            let until = try restore(backup, by: [archive], until: moment)
            #expect(try noteCount() == index + 1)
            #expect(until.writtenAt == Instant(milliseconds: moment))
            #expect(until.isExhausted == (index == 5))
            try restore(backup, by: [archive], until: moment - 1)
            #expect(try noteCount() == index)
            #expect(try findingsOfStore(at: folder.path("restored"), store.masterKey).isEmpty)
        }
        try restore(backup, by: [archive])
        #expect(try noteCount() == 6)
    }

    @Test func aBackupAndItsArchiveAreTheStore() throws {
        let store = try makeStore()
        let backup = try backUp(store)
        _ = try Village(in: store)
        store.store.close()
        try restore(backup, by: [archive])
        let original = try StoredRecords(inStore: store.path)
        let restored = try StoredRecords(inStore: folder.path("restored"))
        #expect(original.people.map(\.stored) == restored.people.map(\.stored))
        #expect(original.people.map(\.key) == restored.people.map(\.key))
        #expect(original.all.count > 50)
    }

    @Test func theLogOfAStoreThatWasKilledCompletesTheArchive() throws {
        let (store, backup, _) = try sendNotes(2)
        let (carl, dora) = (try store.account("carl"), try store.account("dora"))
        time.advance(milliseconds: 10)
        for _ in 0..<3 { try store.send("late", from: carl, to: dora) }
        let killed = try store.copyOfFiles()
        try restore(backup, by: [archive])
        #expect(try noteCount() == 2)
        try restore(backup, by: [archive, killed.path("store/log")])
        #expect(try noteCount() == 5)
        #expect(try findingsOfStore(at: folder.path("restored"), store.masterKey).isEmpty)
    }

    /// A tool that writes and knows of no archive leaves the log to the server, also one that a
    /// killed server has left.
    @Test(arguments: [true, false])
    func whatAVisitorWritesComesIntoTheArchive(wasKilled: Bool) throws {
        let (store, backup, _) = try sendNotes(2)
        time.advance(milliseconds: 10)
        let (carl, dora) = (try store.account("carl"), try store.account("dora"))
        try store.send("late", from: carl, to: dora)
        if !wasKilled { store.store.close() }
        let copy = try store.copyOfFiles()
        defer { withExtendedLifetime(copy) {} }
        let left = copy.path("store")
        let kept = folder.path("kept")
        try FileManager.default.copyItem(atPath: archive, toPath: kept)
        let visitor = try RecordStore.openExisting(
            directory: left,
            masterKey: store.masterKey,
            now: .epoch,
            leavesLog: true
        )
        change(visitor.engine, "visitor")
        visitor.close()
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: kept)
        let engine = try WriteAheadEngine(
            directory: left,
            tables: Schema.tableNames,
            options: options
        )
        change(engine, "server")
        engine.close()
        try restore(backup, by: [kept])
        #expect(try noteCount() == 3)
    }

    @Test func whatIsMissingIsTold() throws {
        let (_, backup, times) = try sendNotes(5)
        let names = try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
        let missing = try #require(ArchivedFileName(names[3]))
        try FileManager.default.moveItem(
            atPath: archive + "/" + names[3],
            toPath: folder.path("aside")
        )
        let gap = ArchiveProblem.gap(after: missing.first - 1, next: missing.last + 1)
        #expect(throws: StoreToolError.archive(gap)) { try restore(backup, by: [archive]) }
        let restored = folder.path("restored")
        #expect(!FileManager.default.fileExists(atPath: restored))
        try restore(backup, by: [archive], until: times[0])
        #expect(try noteCount() == 1)
        let early = backup.manifest.takenAt
        #expect(throws: StoreToolError.archive(.earlierThanBackup(early))) {
            try restore(backup, by: [archive], until: early.milliseconds - 1)
        }
        let empty = TemporaryDirectory()
        #expect(throws: StoreToolError.archive(.nothingOfLog)) {
            try restore(backup, by: [empty.path])
        }
        #expect(throws: StoreToolError.self) { try restore(backup, by: [empty.path("no")]) }
    }

    @Test func eachDamageOfABatchIsFound() throws {
        let (_, backup, _) = try sendNotes(3)
        var random = SeededGenerator()
        for name in try FileManager.default.contentsOfDirectory(atPath: archive) {
            let file = URL(fileURLWithPath: archive + "/" + name)
            let whole = try Data(contentsOf: file)
            let header = try #require(
                whole.withUnsafeBytes { LogBatch.Header($0) }
            )
            guard header.number > backup.manifest.lastBatch else { continue }
            let end = LogBatch.headerByteCount + header.payloadByteCount
            for _ in 0..<20 {
                var changed = whole
                let place = Int.random(in: 0..<end, using: &random)
                changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try changed.write(to: file)
                let problem = ArchiveProblem.damaged(path: file.path, batch: header.number)
                #expect(throws: StoreToolError.archive(problem), "\(random) \(name) \(place)") {
                    _ = try BackupArchive(folders: [archive], until: nil)
                        .check(behind: backup.manifest)
                }
            }
            try whole.prefix(end - 1).write(to: file)
            #expect(throws: StoreToolError.self) { try restore(backup, by: [archive]) }
            try whole.write(to: file)
        }
        try restore(backup, by: [archive])
        #expect(try noteCount() == 3)
    }

    /// The file of a log whose batches are all in the archive is overwritten from its beginning: a
    /// power cut leaves later ones behind earlier ones that are gone.
    @Test func whatALogLacksTheArchiveMayHave() throws {
        let (_, backup, _) = try sendNotes(5)
        let paths = try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
            .map { archive + "/" + $0 }
        let files = try paths.suffix(5).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let log = folder.path("log")
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        try files[0].write(to: URL(fileURLWithPath: log + "/odd"))
        var overwritten = files[1] + files[2] + files[3] + files[4]
        overwritten.resetBytes(in: 0..<LogBatch.blockByteCount)
        try overwritten.write(to: URL(fileURLWithPath: log + "/even"))
        try restore(backup, by: [archive, log])
        #expect(try noteCount() == 5)

        // What neither has is missing.
        try FileManager.default.removeItem(atPath: try #require(paths.last))
        let names = try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
        let lastName = try #require(names.last.flatMap(ArchivedFileName.init))
        #expect(throws: StoreToolError.self) { try restore(backup, by: [log]) }
        try restore(backup, by: [archive])
        #expect(try noteCount() == 4)
        try FileManager.default.removeItem(atPath: paths[paths.count - 2])
        let problem = ArchiveProblem.damaged(path: log + "/even", batch: lastName.first)
        #expect(throws: StoreToolError.archive(problem)) {
            try restore(backup, by: [archive, log])
        }
    }

    @Test func twoHistoriesInOneArchiveAreTold() throws {
        let (store, backup, _) = try sendNotes(1)
        store.store.close()
        let copy = try store.copyOfFiles()
        for (path, names) in [(store.path, ["x"]), (copy.path("store"), ["y", "z"])] {
            var options = EngineOptions.small()
            options.logArchive = LogArchive(directory: archive)
            let engine = try WriteAheadEngine(
                directory: path,
                tables: Schema.tableNames,
                options: options
            )
            for name in names { change(engine, name) }
            engine.close()
        }
        #expect {
            try restore(backup, by: [archive])
        } throws: { error in
            guard case .archive(.forked) = error as? StoreToolError else { return false }
            return true
        }
    }

    /// Makes a change of any kind, as a batch of its own.
    private func change(_ engine: any Engine, _ name: String) {
        let key = Key(number: name.count)
        let bytes = Array(name.utf8)
        let done = DispatchSemaphore(value: 0)
        engine.submit { (view) throws(StorageError) in
            try view.put(bytes, for: key, in: .audit)
        } completion: { (_: Result<Void, StorageError>) in
            done.signal()
        }
        #expect(done.passPatiently())
    }

    @Test func batchesWithoutATimeAreOnlyReplayedWhole() throws {
        time.stop()
        let (_, backup, _) = try sendNotes(2)
        let number = backup.manifest.lastBatch + 1
        #expect(throws: StoreToolError.archive(.untimed(batch: number))) {
            try restore(backup, by: [archive], until: .max)
        }
        try restore(backup, by: [archive])
        #expect(try noteCount() == 2)
    }
}
