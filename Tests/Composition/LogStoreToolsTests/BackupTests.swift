import Domain
import Foundation
import Glibc
import Locking
import LogEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Storage
@testable import StoreTools

/// Backups of whole stores: that they hold everything, that damage is found, and what a restored
/// store is.
@Suite struct BackupTests {
    private let folder = TemporaryDirectory()
    private let taken = Instant(milliseconds: 1_700_000_000_123)

    /// Backs up what a killed server would have left, with changes that are in the log alone.
    private func backUp(
        _ village: Village,
        to name: String = "backup"
    ) throws -> (manifest: BackupManifest, files: BackupFiles) {
        let left = try village.store.copyOfFiles()
        let files = try StoreFiles(directory: left.path("store"))
        let manifest = try files.backUp(to: folder.path(name), clock: { taken }) { _ in }
        return (manifest, try BackupFiles(path: folder.path(name)))
    }

    private func findings(
        of backup: BackupFiles,
        _ village: Village?
    ) throws(StoreToolError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        try backup.checkBytes { _ in }
        try backup.checkRecords(
            masterKey: village?.store.masterKey,
            report: { findings.append($0) },
            progress: { _ in }
        )
        return findings
    }

    @Test func aBackupIsSoundAndSaysWhatItIs() throws {
        let village = try Village()
        let (manifest, backup) = try backUp(village)
        #expect(backup.manifest == manifest)
        #expect(manifest.takenAt == taken)
        #expect(try findings(of: backup, village).isEmpty)
        #expect(try findings(of: backup, nil).isEmpty)
        village.store.store.close()
        let files = try StoreFiles(directory: village.store.path)
        let statistics = try files.statistics()
        #expect(manifest.logIdentity == statistics.engine.logIdentity)
        #expect(manifest.lastBatch == statistics.engine.newestBatch)
        #expect(manifest.store == statistics.description)
        let total = statistics.tables.reduce(0) { $0 + $1.summary.recordCount }
        #expect(manifest.recordCount == total)
    }

    @Test func aBackupIsOnlyForItsOwnerAndHoldsNothingElse() throws {
        _ = try backUp(try Village())
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let files = ["backup/data/data.mdb", "backup/erasures", "backup/manifest.json"]
        #expect(names == ["backup", "backup/data"] + files)
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            let mode = attributes[.posixPermissions] as? Int
            #expect(mode == (files.contains(name) ? 0o600 : 0o700), "\(name)")
        }
    }

    @Test func aRestoredStoreHasTheSameRecordsAndALogOfItsOwn() throws {
        let village = try Village()
        let (manifest, backup) = try backUp(village)
        let restored = folder.path("restored")
        let restoration = try BackupRestoration(of: backup, to: restored)
        #expect(try !restoration.needsToReplace())
        try restoration.run(predecessor: .kept) { _ in }
        try BackupRestoration(of: backup, to: restored + "2").run(predecessor: .kept) { _ in }
        village.store.store.close()
        let original = try StoredRecords(inStore: village.store.path)
        let same = try StoredRecords(inStore: restored)
        #expect(original.people.map(\.stored) == same.people.map(\.stored))
        #expect(try same.nextUserNumber > original.nextUserNumber)
        #expect(try findingsOfStore(at: restored, village.store.masterKey).isEmpty)
        let logs = try [restored, restored + "2"].map { path in
            try StoreFiles(directory: path).statistics().engine.logIdentity
        }
        #expect(Set(logs + [manifest.logIdentity]).count == 3)
        // It can be opened, and what it was made of is as it was.
        let store = try RecordStore.openExisting(
            directory: restored,
            masterKey: village.store.masterKey,
            now: .epoch
        )
        #expect(store.life == logs[0])
        store.close()
        #expect(try findings(of: backup, village).isEmpty)
    }

    @Test func whereAStoreIsReplacedThereIsAlwaysOne() throws {
        let (_, backup) = try backUp(try Village())
        let place = folder.path("restored")
        try BackupRestoration(of: backup, to: place).run(predecessor: .kept) { _ in }
        let isOver = Atomic(false)
        let missingCount = Atomic(0)
        let looking = DispatchGroup()
        DispatchQueue.global().async(group: looking) {
            while !isOver.load(ordering: .relaxed) {
                guard access(place + "/data/data.mdb", F_OK) != 0 else { continue }
                missingCount.add(1, ordering: .relaxed)
            }
        }
        let restoration = Result {
            for _ in 0..<10 {
                try BackupRestoration(of: backup, to: place).run(predecessor: .replaced) { _ in }
            }
        }
        isOver.store(true, ordering: .relaxed)
        looking.wait()
        try restoration.get()
        #expect(missingCount.load(ordering: .relaxed) == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["backup", "restored"])
    }

    @Test func eachChangedByteIsFound() throws {
        let (_, backup) = try backUp(try Village())
        var random = SeededGenerator()
        for path in [backup.dataPath, backup.path + "/manifest.json"] {
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for _ in 0..<60 {
                var changed = whole
                let place = Int.random(in: 0..<whole.count, using: &random)
                changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try changed.write(to: URL(fileURLWithPath: path))
                #expect(throws: StoreToolError.self, "\(random) \(path) \(place)") {
                    try BackupFiles(path: backup.path).checkBytes { _ in }
                }
            }
            for count in [0, 1, whole.count / 2, whole.count - 1, whole.count + 1] {
                let cut = whole.prefix(count) + Data(count: max(0, count - whole.count))
                try cut.write(to: URL(fileURLWithPath: path))
                #expect(throws: StoreToolError.self, "\(path) \(count)") {
                    try BackupFiles(path: backup.path).checkBytes { _ in }
                }
            }
            try whole.write(to: URL(fileURLWithPath: path))
        }
        #expect(try findings(of: BackupFiles(path: backup.path), nil).isEmpty)
    }

    @Test func aDamagedBackupIsNotRestored() throws {
        let village = try Village()
        let (_, backup) = try backUp(village)
        let path = URL(fileURLWithPath: backup.dataPath)
        var bytes = try Data(contentsOf: path)
        bytes[bytes.count - 100] ^= 1
        try bytes.write(to: path)
        let reason = "its database is not what was written there"
        #expect(throws: StoreToolError.backup(.damaged(reason))) {
            try BackupRestoration(of: backup, to: folder.path("new")).run(predecessor: .kept) { _ in
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup"])
    }

    @Test func whatIsNoBackupIsTold() throws {
        let path = folder.path("backup")
        #expect(throws: StoreToolError.backup(.missing)) { _ = try BackupFiles(path: path) }
        let (_, backup) = try backUp(try Village())
        let manifest = URL(fileURLWithPath: path + "/manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let cases: [(String, StoreToolError)] = [
            ("{\"name\":\"something else\"}\n", .backup(.foreign)),
            (
                text.replacing("{\"notelet_backup\":1,", with: "{\"notelet_backup\":2,"),
                .backup(.newerFormat(found: 2, supported: 1))
            ),
            (text + "\n", .backup(.damaged("its manifest is not as it was written"))),
            (String(repeating: " ", count: 100_000), .backup(.foreign)),
        ]
        for (text, error) in cases {
            try text.write(to: manifest, atomically: false, encoding: .utf8)
            #expect(throws: error) { _ = try BackupFiles(path: path) }
        }
        try text.write(to: manifest, atomically: false, encoding: .utf8)
        try FileManager.default.removeItem(atPath: backup.dataPath)
        #expect(throws: StoreToolError.backup(.damaged("its database is missing"))) {
            try backup.checkBytes { _ in }
        }
    }

    @Test func onlyAStoreThatIsToBeReplacedIsReplaced() throws {
        let village = try Village()
        let (_, backup) = try backUp(village)
        let other = try TestStore()
        _ = try other.account("somebody")
        let restoration = try BackupRestoration(of: backup, to: other.path)
        // Somebody has it open.
        #expect(throws: StoreToolError.inUse) { _ = try restoration.needsToReplace() }
        other.store.close()
        #expect(try restoration.needsToReplace())
        let taken = StoreToolError.targetTaken(path: other.path, "a store that is not empty")
        #expect(throws: taken) { try restoration.run(predecessor: .kept) { _ in } }
        try restoration.run(predecessor: .replaced) { _ in }
        village.store.store.close()
        let original = try StoredRecords(inStore: village.store.path)
        let restored = try StoredRecords(inStore: other.path)
        #expect(restored.people.map(\.stored) == original.people.map(\.stored))
        let names = try FileManager.default.contentsOfDirectory(atPath: other.directory.path)
        #expect(names == ["store"])
    }

    @Test func aStoreThatCannotBeReadIsReplaced() throws {
        let village = try Village()
        let (_, backup) = try backUp(village)
        let other = try TestStore()
        other.store.close()
        let data = URL(fileURLWithPath: other.path + "/data/data.mdb")
        try Data(contentsOf: data).prefix(9_000).write(to: data)
        let restoration = try BackupRestoration(of: backup, to: other.path)
        #expect(try restoration.needsToReplace())
        try restoration.run(predecessor: .replaced) { _ in }
        #expect(try findingsOfStore(at: other.path, village.store.masterKey).isEmpty)
    }

    @Test func nothingIsWrittenOverAndWhatIsBrokenOffLeavesNothing() throws {
        let village = try Village()
        let (_, backup) = try backUp(village)
        let again = StoreToolError.targetTaken(path: backup.path, "a store or a backup")
        #expect(throws: again) { _ = try backUp(village) }
        let left = try village.store.copyOfFiles()
        let files = try StoreFiles(directory: left.path("store"))
        let records = try files.statistics().tables.reduce(0) { $0 + $1.summary.recordCount }
        #expect(records < 1024)
        #expect(throws: StoreToolError.interrupted) {
            try BackupRestoration(of: backup, to: folder.path("new")).run(predecessor: .kept) {
                _ throws(StoreToolError) in
                throw .interrupted
            }
        }
        #expect(throws: StoreToolError.self) {
            _ = try files.backUp(to: folder.path("no/folder"), clock: { taken }) { _ in }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup"])
    }

    @Test func anotherKeyIsRefused() throws {
        let (_, backup) = try backUp(try Village())
        let key = try TestStore().masterKey
        #expect(throws: StoreToolError.wrongMasterKey) { try backup.check(masterKey: key) }
        #expect(throws: StoreToolError.wrongMasterKey) {
            try backup.checkRecords(masterKey: key, report: { _ in }, progress: { _ in })
        }
    }
}
