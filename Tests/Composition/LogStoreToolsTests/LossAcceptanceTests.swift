import Domain
import Foundation
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Stores that go on without a part of their log.
@Suite struct LossAcceptanceTests {
    /// The files of a store whose process was killed, with all that it ever had in its log.
    private struct Killed {
        let village: Village
        let directory = TemporaryDirectory(in: .memory)
        var path: String { directory.path("store") }
        var log: String { path + "/log" }

        init() throws {
            village = try Village()
            try FileManager.default.copyItem(
                atPath: village.store.path,
                toPath: directory.path("store")
            )
        }

        func acceptance() throws(StoreToolError) -> LossAcceptance {
            try LossAcceptance(directory: path)
        }

        func accept() throws(StoreToolError) -> Int {
            try acceptance().run(
                masterKey: village.store.masterKey,
                operatorName: "eve",
                at: .epoch
            )
        }

        func audit() throws -> [AuditRecord] {
            try StoredRecords(inStore: path).all.filter { $0.table == .audit }
                .map { try AuditRecord($0.value.span.bytes) }
        }

        func open() throws(StoreToolError) -> RecordStore {
            try RecordStore.openExisting(
                directory: path,
                masterKey: village.store.masterKey,
                now: .epoch
            )
        }
    }

    @Test func aWholeStoreIsLeftAsItIs() throws {
        let killed = try Killed()
        #expect(try killed.acceptance().loss == nil)
        let data = try Data(contentsOf: URL(filePath: killed.path + "/data/data.mdb"))
        #expect(try killed.accept() == 0)
        #expect(try Data(contentsOf: URL(filePath: killed.path + "/data/data.mdb")) == data)
    }

    @Test func whatIsLeftIsKept() throws {
        let killed = try Killed()
        let life = try LogPositionOfStore(killed.path).identity
        // The file holds nothing that is needed; all else is there.
        try FileManager.default.removeItem(atPath: killed.log + "/odd")
        let loss = LogLoss.missing(file: "odd")
        #expect(try killed.acceptance().loss == loss)
        #expect(throws: StoreToolError.opening(.engine(.incomplete(loss.summary)))) {
            try killed.open()
        }
        #expect(try killed.accept() > 0)
        #expect(try killed.acceptance().loss == nil)
        #expect(try findingsOfStore(at: killed.path, killed.village.store.masterKey).isEmpty)
        let record = try #require(try killed.audit().last)
        #expect(record.operatorName == "eve")
        #expect(record.action == "store accept-loss: log/odd is missing")
        #expect(try LogPositionOfStore(killed.path).identity != life)
        killed.village.store.store.close()
        let whole = try StoredRecords(inStore: killed.village.store.path)
        let kept = try StoredRecords(inStore: killed.path)
        let people = { (records: StoredRecords) in
            records.all.filter { $0.table != .audit }.map(\.stored)
        }
        #expect(people(kept) == people(whole))
        try killed.open().close()
    }

    /// One that was killed behind the record, and before the store had another log, is done again.
    @Test func aLossIsRecordedOnce() throws {
        let killed = try Killed()
        try FileManager.default.removeItem(atPath: killed.log + "/odd")
        let record = AuditRecord(
            recordedAt: Instant.epoch.milliseconds,
            operatorName: "eve",
            action: "store accept-loss: log/odd is missing"
        )
        let key = Key.audit(9).withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
        try StoredRecords(inStore: killed.path).change(put: [
            StoredRecords.StoredRecord(table: .audit, key: key, stored: [])
                .resealed(value: record.encoded())
        ])
        #expect(try killed.accept() > 0)
        #expect(try killed.audit().count { $0.action == record.action } == 1)
        try killed.open().close()
    }

    /// Before it is migrated: a migration needs a store that can be read.
    @Test func aStoreOfAnEarlierVersionGoesOn() throws {
        let earlier = try EarlierStore(version: 1)
        let path = earlier.path
        let (file, offset) = try secondWaitingBatch(path)
        var bytes = Array(try Data(contentsOf: URL(filePath: file)))
        bytes[offset + LogBatch.headerByteCount] ^= 1
        try Data(bytes).write(to: URL(filePath: file))
        let acceptance = try LossAcceptance(directory: path)
        guard case .batches = acceptance.loss else {
            Issue.record("A gap was taken.")
            return
        }
        let kept = try acceptance.run(
            masterKey: earlier.masterKey,
            operatorName: "eve",
            at: .epoch
        )
        #expect(kept > 0)
        #expect(try LossAcceptance(directory: path).loss == nil)
        #expect(try StoreDescription(ofStoreIn: path).schemaVersion == 1)
    }

    /// Where the second batch lies that the database has not got.
    private func secondWaitingBatch(_ path: String) throws -> (file: String, offset: Int) {
        let tables = try StoreDescription.knownTables(ofStoreIn: path)
        let position = try EngineReader(directory: path, tables: tables).storedPosition()
        for name in LogRecovery.fileNames {
            let file = path + "/log/" + name
            guard let reader = try LogFileReader(path: file) else { continue }
            var offset = 0
            while let header = try reader.header(at: offset, identity: position.identity) {
                if header.number == position.appliedBatch + 2 { return (file, offset) }
                offset += header.byteCount
            }
        }
        throw StoreToolError.notStore
    }

    @Test func changesBehindAGapAreKept() throws {
        let killed = try Killed()
        let path = killed.log + "/even"
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        // The third batch is not what was written.
        bytes[2 * LogBatch.blockByteCount + LogBatch.headerByteCount] ^= 1
        try Data(bytes).write(to: URL(filePath: path))
        guard case .batches(let range, file: _) = try killed.acceptance().loss else {
            Issue.record("A gap was taken.")
            return
        }
        #expect(range.lowerBound == 3)
        let kept = try killed.accept()
        #expect(UInt64(kept) >= range.upperBound - 1)
        #expect(try killed.acceptance().loss == nil)
        try killed.open().close()
    }

    @Test func aStoreWithoutALogAtAllGoesOn() throws {
        let killed = try Killed()
        killed.village.store.store.close()
        let copy = TemporaryDirectory(in: .memory)
        try FileManager.default.copyItem(
            atPath: killed.village.store.path,
            toPath: copy.path("store")
        )
        try FileManager.default.removeItem(atPath: copy.path("store/log"))
        let acceptance = try LossAcceptance(directory: copy.path("store"))
        #expect(acceptance.loss == .missing(file: "extent"))
        let key = killed.village.store.masterKey
        #expect(try acceptance.run(masterKey: key, operatorName: "eve", at: .epoch) == 0)
        try RecordStore.openExisting(
            directory: copy.path("store"),
            masterKey: key,
            now: .epoch
        ).close()
        #expect(try findingsOfStore(at: copy.path("store"), key).isEmpty)
    }

    @Test func toolsRefuseWhatIsNotWhole() throws {
        let killed = try Killed()
        try FileManager.default.removeItem(atPath: killed.log + "/even")
        let refusal = StoreToolError.files(.incomplete(LogLoss.missing(file: "even").summary))
        let target = killed.directory.path("target")
        #expect(throws: refusal) { try StoreFiles(directory: killed.path).statistics() }
        #expect(throws: refusal) {
            try StoreFiles(directory: killed.path).compactCopy(to: target) { _ in }
        }
        #expect(throws: refusal) {
            try StoreFiles(directory: killed.path)
                .backUp(to: target, clock: { .epoch }) { _ in }
        }
        #expect(throws: refusal) {
            try findingsOfStore(at: killed.path, killed.village.store.masterKey)
        }
        #expect(throws: refusal) { try StoreCopy(of: killed.path, to: target).run { _ in } }
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}

/// The log's position in a store that nobody has open.
private struct LogPositionOfStore {
    let identity: UInt64

    init(_ path: String) throws {
        identity = try StoreFiles(directory: path).reader.storedPosition().identity
    }
}
