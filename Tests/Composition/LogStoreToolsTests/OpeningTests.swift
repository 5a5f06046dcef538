import Cryptography
import Domain
import Foundation
import LMDB
import Testing
import TestSupport

@testable import LogEngine
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import LogStoreTools
@testable import StoreTools

@Suite struct OpeningTests {
    private let directory = TemporaryDirectory()
    private let masterKey = MasterKey(.random())

    private func open(_ key: MasterKey? = nil) throws -> RecordStore {
        try RecordStore.open(
            directory: directory.path("store"),
            masterKey: key ?? masterKey,
            now: .epoch
        )
    }

    /// A store of before people shared anything.
    @Test func aStoreWithoutTheTableOfSharedFeedsOpensAndGetsIt() async throws {
        let engine = try WriteAheadEngine(
            directory: directory.path("store"),
            tables: Array(Schema.tableNames.prefix { $0 != Schema.sharedChanges.name })
        )
        try RecordStore.open(engine, masterKey: masterKey, now: .epoch).close()
        let feed = SharedFeed(SharedFeed.Kind(rawValue: 200), number: 1)
        let store = try open()
        let place = try await store.write(.ordinary) { store throws(DomainError) in
            try store.append([7], to: feed)
        }
        store.close()
        let again = try open()
        defer { again.close() }
        var entries: [[UInt8]] = []
        let (last, hasMore) = try again.read { store throws(DomainError) in
            try store.visitEntries(of: feed, after: .start, limit: .max) { entry in
                entries.append(entry.copy(0..<entry.byteCount))
                return .next
            }
        }
        #expect(entries == [[7]])
        #expect(last == place && !hasMore)
    }

    /// Puts a record of the store's own in the place of the one it has.
    private func replaceMeta(_ bytes: [UInt8]) async throws {
        let engine = try WriteAheadEngine(
            directory: directory.path("store"),
            tables: Schema.tableNames
        )
        try await engine.write { view throws(StorageError) in
            try view.put(bytes, for: .store, in: .meta)
        }
        engine.close()
    }

    private var dataFile: Data {
        get throws {
            let path = directory.path("store") + "/data/data.mdb"
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
    }

    @Test func aStoreOpensAgainWithItsKeyOnly() throws {
        try open().close()
        try open().close()
        #expect(throws: StoreOpenError.wrongMasterKey) { try open(MasterKey(.random())) }
        try open().close()
    }

    /// What the store's files hold, but for LMDB's table of readers.
    private func contents() throws -> [String: Data] {
        let folder = directory.path("store")
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where name != "data/lock.mdb" {
            contents[name] = FileManager.default.contents(atPath: folder + "/" + name)
        }
        return contents
    }

    /// Also where all of the store is in its log, as a kill leaves it soon after the beginning.
    @Test(arguments: [false, true])
    func anotherKeyIsRefusedWithoutWriting(isMoved: Bool) throws {
        let store = try open()
        if isMoved { store.close() }
        let copy = TemporaryDirectory()
        let path = copy.path("store")
        try FileManager.default.copyItem(atPath: directory.path("store"), toPath: path)
        if !isMoved { store.close() }
        try FileManager.default.removeItem(atPath: directory.path("store"))
        try FileManager.default.moveItem(atPath: path, toPath: directory.path("store"))
        let before = try contents()
        var options = EngineOptions()
        options.reserveByteCount = 1 << 20
        #expect(throws: StoreOpenError.wrongMasterKey) {
            try RecordStore.open(
                directory: directory.path("store"),
                masterKey: MasterKey(.random()),
                now: .epoch,
                options: options
            )
        }
        let after = try contents()
        #expect(after.keys.sorted() == before.keys.sorted())
        // A kill leaves the mark of being open, and the check before the opening takes it away.
        for (name, bytes) in before where name != "lock" {
            #expect(after[name] == bytes, "\(name)")
        }
        try open().close()
    }

    @Test func aNewerSchemaIsRefusedWithoutWriting() async throws {
        try open().close()
        let record = MetaRecord(
            schemaVersion: MetaRecord.currentSchemaVersion + 1,
            keyFingerprint: [],
            createdAt: 0
        )
        try await replaceMeta(record.encoded())
        let before = try dataFile
        #expect(throws: StoreOpenError.newerSchema(found: 3, supported: 2)) { try open() }
        #expect(try dataFile == before)
    }

    @Test func anUnreadableFirstRecordIsDamage() async throws {
        try open().close()
        try await replaceMeta([0xff])
        #expect(throws: StoreOpenError.damaged) { try open() }
    }

    @Test func aPlaceInTheLogThatNoLogReachesIsDamage() throws {
        try open().close()
        let environment = try Environment.open(
            directory: directory.path("store"),
            tables: Schema.tableNames + [LogPosition.tableName],
            options: EnvironmentOptions()
        )
        let table = environment.logTable
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try LogPosition(identity: 1, appliedBatch: .max).write(to: &transaction, in: table)
            try transaction.commit()
        }
        environment.close()
        #expect {
            try open()
        } throws: { error in
            if case .engine = error as? StoreOpenError { true } else { false }
        }
        #expect(throws: StoreToolError.self) {
            try StoreFiles(directory: directory.path("store")).description()
        }
    }

    @Test func aMissingParentIsTheEnginesError() throws {
        #expect {
            try RecordStore.open(
                directory: directory.path("none/store"),
                masterKey: masterKey,
                now: .epoch
            )
        } throws: { error in
            if case .engine = error as? StoreOpenError { true } else { false }
        }
    }

    @Test func aStoreThatIsOpenElsewhereIsRefused() throws {
        let store = try open()
        defer { store.close() }
        #expect(throws: StoreOpenError.self) { try open() }
    }
}
