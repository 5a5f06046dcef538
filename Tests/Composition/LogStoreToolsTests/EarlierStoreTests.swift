import AccountRules
import Cryptography
import Domain
import EngineTestSupport
import Foundation
import Locking
import NoteRules
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import StoreTools

/// Stores, backups and dumps that an earlier version of the service made.
@Suite struct EarlierStoreTests {
    private let earlier: EarlierStore
    private let refusal = StoreToolError.olderSchema(found: 1, supported: 2)

    init() throws {
        earlier = try EarlierStore(version: 1)
    }

    private func open(_ path: String) throws(StoreOpenError) -> RecordStore {
        try RecordStore.open(directory: path, masterKey: earlier.masterKey, now: .epoch)
    }

    /// The bytes of all files below a folder but LMDB's table of readers.
    private func files(in path: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path)
        where !name.hasSuffix("lock.mdb") {
            files[name] = try? Data(contentsOf: URL(filePath: path + "/" + name))
        }
        return files
    }

    /// Proves that the store is one of this version, sound, and of these people and notes.
    private func expectMigrated(_ path: String) throws {
        #expect(try StoreMigration(directory: path).summaries.isEmpty)
        #expect(try findingsOfStore(at: path, earlier.masterKey).isEmpty)
        let store = try open(path)
        defer { store.close() }
        let people = try ["mina", "jisu", "hana", "doyun"].map { name in
            try store.read { view throws(DomainError) in
                try view.userNumber(named: Username(stored: name))
            }
        }
        #expect(people.map { $0 != nil } == [true, true, true, false])
        let mina = try #require(people[0])
        let texts = try store.read { view throws(DomainError) in
            var texts: [String] = []
            _ = try view.visitReceived(by: mina, before: nil, limit: 50) { bytes in
                texts.append(String(decoding: bytes.array, as: UTF8.self))
                return .next
            }
            return texts
        }
        let contents = [
            "only in the log, anonymous", "anonymous, by link", "guest: who are you?",
            "named, through a contact", "나도, 다음에 또 보자.",
        ]
        #expect(texts.count == contents.count)
        for (text, content) in zip(texts, contents) { #expect(text.contains(content)) }
        #expect(texts[2].contains("I am Mina"))
        try expectBlocksInFeeds(of: people.compactMap(\.self), store)
    }

    /// Version 1 had no blocks in feeds.
    private func expectBlocksInFeeds(of people: [UserNumber], _ store: RecordStore) throws {
        var count = 0
        for user in people {
            try store.read { view throws(DomainError) in
                var told: Set<NoteRules.Block> = []
                _ = try view.visitChanges(of: user, after: .start, limit: 1_000) { change in
                    if case .blocked(let block) = copy change { told.insert(block) }
                    return .next
                }
                #expect(told == Set(try view.blocks(of: user)))
                count += told.count
            }
        }
        #expect(count == 1)
    }

    @Test func theServerRefusesItAndWritesNothing() throws {
        let before = try files(in: earlier.path)
        #expect(throws: StoreOpenError.olderSchema(found: 1, supported: 2)) {
            try open(earlier.path)
        }
        #expect(throws: refusal) {
            try StoreFiles(directory: earlier.path).check(masterKey: earlier.masterKey)
        }
        #expect(throws: refusal) {
            _ = try StoreFiles(directory: earlier.path)
                .compactCopy(to: earlier.folder.path("copy")) { _ in }
        }
        #expect(try files(in: earlier.path) == before)
    }

    @Test func aStoreIsMigratedWholeWithWhatOnlyItsLogHad() throws {
        let plan = try StoreMigration(directory: earlier.path)
        #expect(plan.schemaVersion == 1)
        #expect(plan.summaries.first == "begin a new log")
        #expect(plan.summaries.last == "note that the store has version 2")
        let identity = try EngineReader(directory: earlier.path, tables: ["meta"])
            .logIdentity()
        #expect(throws: StoreToolError.wrongMasterKey) {
            try plan.run(masterKey: MasterKey(.random())) { _ in }
        }
        try plan.run(masterKey: earlier.masterKey) { _ in }
        try expectMigrated(earlier.path)
        // Archives and cursors of before are of another log.
        let migrated = try EngineReader(directory: earlier.path, tables: ["meta"]).logIdentity()
        #expect(migrated != identity)
        // Nothing is left to do, and doing it changes nothing.
        try plan.run(masterKey: earlier.masterKey) { _ in }
        #expect(
            try EngineReader(directory: earlier.path, tables: ["meta"]).logIdentity() == migrated
        )
    }

    @Test func notesThatWereReportedSaySo() throws {
        try StoreMigration(directory: earlier.path).run(masterKey: earlier.masterKey) { _ in }
        let marked = try StoredRecords(inStore: earlier.path).all.filter { record in
            record.table == .inbox && (record.value.first ?? 0) & 4 != 0
        }
        #expect(marked.count == 1)
    }

    /// The steps, behind some that count how often each note was looked at.
    private func countingSteps(_ visits: Counter) -> @Sendable (UInt32) -> [MigrationStep] {
        { version in
            let counting = [TableID.inbox, .sent, .users].map { table in
                MigrationStep(summary: "rewrite \(table.name)") {
                    place,
                    records,
                    _ throws(StorageError) in
                    var last: Key?
                    try records.scan(table, in: .behind(place), .ascending) {
                        bytes,
                        value throws(StorageError) in
                        guard let key = Key(bytes: bytes) else { return .stop }
                        visits.add()
                        try records.put(value, for: key, in: table)
                        last = key
                        return .stop
                    }
                    return last
                }
            }
            return counting + MigrationStep.steps(from: version)
        }
    }

    @Test func aMigrationThatIsBrokenOffAnywhereIsRunAgain() throws {
        let visits = Counter()
        let parts = Counter()
        try StoreMigration(directory: earlier.path, steps: countingSteps(visits))
            .run(masterKey: earlier.masterKey) { _ in parts.add() }
        try expectMigrated(earlier.path)
        #expect(visits.value > 15 && parts.value > visits.value)
        for count in 1...parts.value {
            let broken = try EarlierStore(version: 1)
            let plan = try StoreMigration(directory: broken.path, steps: countingSteps(visits))
            #expect(throws: StoreToolError.interrupted) {
                try plan.run(masterKey: broken.masterKey) { done throws(StoreToolError) in
                    if done == count { throw .interrupted }
                }
            }
            #expect(throws: StoreOpenError.olderSchema(found: 1, supported: 2)) {
                try open(broken.path)
            }
            try StoreMigration(directory: broken.path, steps: countingSteps(visits))
                .run(masterKey: broken.masterKey) { _ in }
            try expectMigrated(broken.path)
        }
    }

    @Test func aStepGoesThroughATableOfAnyLengthInParts() throws {
        let store = try TestStore()
        let sender = try store.guest()
        let receiver = try store.account("receiver")
        let count = 2 * MigrationStep.partRecordCount
        for index in 0..<count { try store.send("\(index)", from: sender, to: receiver) }
        let seen = Counter()
        let step = MigrationStep.forEachRecord(of: .inbox, summary: "") { _, _, _, _ in seen.add() }
        var parts = 0
        var place: Key?
        repeat {
            let start = place
            let secrets = store.store.secrets
            place = try store.store.engine.writeAndWait { records throws(StorageError) in
                try step.runPart(start, records, secrets)
            }
            parts += 1
        } while place != nil
        #expect(parts == 3)
        #expect(seen.value == count)
    }

    @Test func aBackupIsRestoredAndThenMigrated() throws {
        let backup = try BackupFiles(path: earlier.backupPath)
        try backup.checkBytes { _ in }
        let restored = earlier.folder.path("restored")
        try BackupRestoration(of: backup, to: restored).run(predecessor: .kept) { _ in }
        #expect(throws: StoreOpenError.olderSchema(found: 1, supported: 2)) { try open(restored) }
        try StoreMigration(directory: restored).run(masterKey: earlier.masterKey) { _ in }
        try expectMigrated(restored)
    }

    @Test func aDumpIsLoadedAsAStoreOfThisVersion() throws {
        let dump = try Data(contentsOf: URL(filePath: earlier.dumpPath))
        let loaded = earlier.folder.path("loaded")
        _ = try StoreLoad(at: loaded, masterKey: earlier.masterKey)
            .run(from: MemoryInput([UInt8](dump))) { _ in }
        try expectMigrated(loaded)
    }

    /// Whatever becomes of the program, what it makes of this store stays the same byte by byte.
    @Test func itsDumpStaysTheSame() throws {
        let dump = try Data(contentsOf: URL(filePath: earlier.dumpPath))
        let loaded = earlier.folder.path("loaded")
        _ = try StoreLoad(at: loaded, masterKey: earlier.masterKey)
            .run(from: MemoryInput([UInt8](dump))) { _ in }
        let hidden = MemoryOutput()
        _ = try StoreFiles(directory: loaded).dump(
            DumpSelection(senders: .leftOut),
            masterKey: earlier.masterKey,
            to: hidden
        ) { _ in }
        #expect(hidden.text == (try EarlierStore.text(of: "loaded-without-senders.jsonl")))
        let store = try open(loaded)
        let revealed = MemoryOutput()
        _ = try store.dump(
            .lines(DumpSelection(senders: .revealed)),
            recording: AuditEntry(operatorName: "", action: "", recordedAt: .epoch),
            to: revealed,
            progress: { _ in }
        )
        store.close()
        #expect(revealed.text == (try EarlierStore.text(of: "loaded.jsonl")))
    }

    /// A number that a closure may raise.
    private final class Counter: Sendable {
        private let state = Mutex(0)
        var value: Int { state.withLock { $0 } }

        func add() {
            state.withLock { $0 += 1 }
        }
    }
}

extension EngineReader {
    fileprivate func logIdentity() throws -> UInt64 {
        try storedPosition().identity
    }
}
