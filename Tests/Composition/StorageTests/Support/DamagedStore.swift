import Domain
import Foundation
import LMDB
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Storage
@testable import StoreTools

/// A closed store, of which copies are damaged and salvaged.
struct DamagedStore {
    /// The records of the sound store.
    let records: StoredRecords
    private let directory = TemporaryDirectory(in: .memory)
    private let whole: TestStore
    /// The files that are copied.
    private let origin: String

    static let pageByteCount = 4096

    /// Closes a store, and copies it from then on.
    init(of store: TestStore) throws {
        store.store.close()
        whole = store
        origin = store.path
        records = try StoredRecords(inStore: store.path)
    }

    /// Takes the files of a store as they are when its process is killed.
    init(killing store: TestStore) throws {
        origin = directory.path("killed")
        try FileManager.default.copyItem(atPath: store.path, toPath: origin)
        store.store.close()
        whole = store
        records = try StoredRecords(inStore: store.path)
    }

    /// The damaged copy.
    var path: String { directory.path("damaged") }
    /// The store that is made of it.
    var target: String { directory.path("salvaged") }
    var dataPath: String { path + "/data/data.mdb" }
    /// Pages of the database.
    var pageCount: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: dataPath)[.size] as? Int
        return (size ?? 0) / Self.pageByteCount
    }

    /// Makes the copy whole again, and removes what was made of it.
    func begin() throws {
        for path in [path, target] { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.copyItem(atPath: origin, toPath: path)
    }

    /// Overwrites pages with zeros.
    func zero(_ pages: Int...) throws {
        for page in pages { try overwrite(page, [UInt8](repeating: 0, count: Self.pageByteCount)) }
    }

    func overwrite(_ page: Int, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: dataPath))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(page * Self.pageByteCount))
        try file.write(contentsOf: Data(bytes))
    }

    /// The bytes of all files of the copy, by their paths.
    func files() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
        var files: [String: Data] = [:]
        for name in names {
            files[name] = FileManager.default.contents(atPath: path + "/" + name) ?? Data()
        }
        return files
    }

    /// Salvages the copy, which must stay as it is, into a store that must be sound, then and once
    /// a server has carried out what was begun.
    func salvage() throws -> Salvaged {
        let before = try files()
        var findings: [SalvageFinding] = []
        let summary = try StoreSalvage(of: path, to: target, masterKey: whole.masterKey).run(
            operatorName: "eve",
            at: .epoch,
            report: { findings.append($0) },
            progress: { _ in }
        )
        #expect(try files() == before)
        #expect(try problems() == [])
        let salvaged = Salvaged(
            findings: findings,
            summary: summary,
            records: try StoredRecords(inStore: target)
        )
        let store = try RecordStore.openExisting(
            directory: target,
            masterKey: whole.masterKey,
            now: .epoch
        )
        try store.eraseAll()
        store.close()
        #expect(try problems() == [])
        return salvaged
    }

    /// What is wrong with the new store, whose features have lost things of each other.
    private func problems() throws(StoreToolError) -> [StoreFinding] {
        try findingsOfStore(at: target, whole.masterKey, comparesFeatures: false)
    }

    /// The records that are not as they were, and that no finding names.
    func unexplained(_ salvaged: Salvaged) -> [String] {
        var found: [String: [UInt8]] = [:]
        for record in salvaged.records.people {
            found["\(record.table) \(record.key.hexadecimalText)"] = record.stored
        }
        return records.people.compactMap { record in
            let key = record.key.hexadecimalText
            let isSame = found["\(record.table) \(key)"] == record.stored
            return isSame || salvaged.names(key, in: record.table) ? nil : "\(record.table) \(key)"
        }
    }
}

/// What a salvage has come to.
struct Salvaged {
    let findings: [SalvageFinding]
    let summary: StoreSalvage.Summary
    /// The records of the new store, before anybody opened it.
    let records: StoredRecords

    /// Whether a finding is about a key.
    func names(_ key: String, in table: TableID) -> Bool {
        findings.contains { finding in
            guard finding.table == table.name else { return false }
            guard let end = finding.end else { return finding.key == key }
            return finding.key <= key && (end.isEmpty || key < end)
        }
    }

    func count(_ outcome: SalvageFinding.Outcome) -> Int { summary.counts[outcome] ?? 0 }
}
