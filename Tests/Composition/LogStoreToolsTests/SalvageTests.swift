import Cryptography
import Domain
import Foundation
import LMDB
import LogEngine
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Sound stores out of damaged ones: what is not in them is listed.
@Suite struct SalvageTests {
    @Test func whatLacksNothingIsTheSame() throws {
        let damaged = try DamagedStore(of: Village().store)
        try damaged.begin()
        let salvaged = try damaged.salvage()
        #expect(salvaged.findings == [])
        #expect(!salvaged.summary.hasLoss)
        #expect(damaged.unexplained(salvaged) == [])
        let audit = try #require(salvaged.records.all.last { $0.table == .audit })
        let record = try AuditRecord(audit.value.span.bytes)
        #expect(record.operatorName == "eve")
        #expect(record.action == "store salvage: nothing is lost")
        let number = try salvaged.records.nextUserNumber
        #expect(try number == damaged.records.nextUserNumber + 1 << 32)
    }

    /// Each table of this store is one page: its root.
    @Test func eachPageOfAStoreWithSomeOfEverything() throws {
        let damaged = try DamagedStore(of: Village().store)
        try damaged.begin()
        var random = SeededGenerator(seed: 17)
        var lossCount = 0
        for page in 0..<damaged.pageCount {
            try damaged.begin()
            let bytes = (0..<DamagedStore.pageByteCount).map { _ in
                page % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : 0
            }
            try damaged.overwrite(page, bytes)
            let salvaged = try damaged.salvage()
            #expect(damaged.unexplained(salvaged) == [], "\(page)")
            if salvaged.summary.hasLoss { lossCount += 1 }
        }
        #expect(lossCount > 10)
    }

    /// What people share is there still where the page is lost that told of it.
    @Test func theFeedsThatPeopleShareTellOfWhatIsThere() throws {
        let damaged = try DamagedStore(of: Village().store)
        try damaged.begin()
        let feeds = Schema.sharedChanges.name
        var lossCount = 0
        for page in 0..<damaged.pageCount {
            try damaged.begin()
            try damaged.zero(page)
            let findings = try damaged.salvage().findings
            let lost = findings.filter { $0.outcome == .lost }
            guard !lost.isEmpty, lost.allSatisfy({ $0.table == feeds }) else { continue }
            lossCount += 1
            let others = findings.filter { $0.outcome != .lost }
            #expect(others.count > 3)
            #expect(others.allSatisfy { $0.outcome == .remade && $0.table == feeds })
        }
        #expect(lossCount > 0)
    }

    /// A running store makes such pages of one that another was put in the place of: each is sound
    /// by itself.
    @Test func aSoundPageInThePlaceOfAnother() throws {
        let damaged = try DamagedStore(of: Village().store)
        try damaged.begin()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: damaged.dataPath)))
        for page in 2..<damaged.pageCount {
            for other in [page - 1, page + 1] where 2..<damaged.pageCount ~= other {
                try damaged.begin()
                let start = other * DamagedStore.pageByteCount
                var copy = Array(bytes[start..<start + DamagedStore.pageByteCount])
                copy.replaceSubrange(0..<2, with: [UInt8(page & 0xFF), UInt8(page >> 8)])
                try damaged.overwrite(page, copy)
                let salvaged = try damaged.salvage()
                #expect(damaged.unexplained(salvaged) == [], "\(other) as \(page)")
            }
        }
    }

    /// All is in the log of a store whose process was killed, and nothing in its database.
    @Test func theLogIsAppliedOnTop() throws {
        let damaged = try DamagedStore(killing: Village().store)
        try damaged.begin()
        for page in [nil, 0, 1, 2, 3] {
            try damaged.begin()
            if let page { try damaged.zero(page) }
            let salvaged = try damaged.salvage()
            #expect(!salvaged.summary.hasLoss, "\(page as Any) \(salvaged.findings)")
            #expect(damaged.unexplained(salvaged) == [], "\(page as Any)")
        }
    }

    @Test(arguments: ["even", "odd", "extent"])
    func withoutAFileOfTheLogTheRestIsKept(name: String) throws {
        let damaged = try DamagedStore(killing: Village().store)
        try damaged.begin()
        try FileManager.default.removeItem(atPath: damaged.path + "/log/" + name)
        let salvage = Result { try damaged.salvage() }
        guard name != "even" else {
            // What the store is was in there as well.
            #expect(throws: StoreToolError.notStore) { try salvage.get() }
            return
        }
        let salvaged = try salvage.get()
        #expect(salvaged.findings.map(\.outcome) == [.lost])
        #expect(salvaged.findings[0].problem.contains("log/\(name) is missing"))
        #expect(damaged.unexplained(salvaged) == [])
    }

    @Test func aCutLogLosesItsEndAlone() throws {
        let damaged = try DamagedStore(killing: Village().store)
        try damaged.begin()
        let path = damaged.path + "/log/even"
        let bytes = try Data(contentsOf: URL(filePath: path))
        for part in [2, 4, 8, 16] {
            try damaged.begin()
            try bytes.prefix(bytes.count / part).write(to: URL(filePath: path))
            let salvaged = try damaged.salvage()
            #expect(salvaged.findings.contains { $0.problem.contains("log/even has") })
        }
    }

    @Test func whatIsRefused() throws {
        let store = try Village().store
        let key = store.masterKey
        let directory = TemporaryDirectory(in: .memory)
        let target = directory.path("target")
        func salvage(_ path: String, _ key: MasterKey) throws(StoreToolError) {
            _ = try StoreSalvage(of: path, to: target, masterKey: key).run(
                operatorName: "eve",
                at: .epoch,
                report: { _ in },
                progress: { _ in }
            )
        }
        #expect(throws: StoreToolError.files(.missing)) { try salvage(target, key) }
        #expect(throws: StoreToolError.inUse) { try salvage(store.path, key) }
        let damaged = try DamagedStore(of: store)
        try damaged.begin()
        let other = MasterKey(.random())
        #expect(throws: StoreToolError.wrongMasterKey) { try salvage(damaged.path, other) }
        // Also where what the store says of itself is lost.
        try damaged.zero(2)
        #expect(throws: StoreToolError.wrongMasterKey) { try salvage(damaged.path, other) }
        try Data(count: 40_960).write(to: URL(filePath: damaged.dataPath))
        #expect(throws: StoreToolError.files(.foreign)) { try salvage(damaged.path, key) }
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("")).isEmpty)
    }

    /// One bit of a value is another, in each table.
    @Test(arguments: Schema.tableIDs)
    func eachRecord(of table: TableID) throws {
        let damaged = try DamagedStore(of: Village().store)
        for record in damaged.records.all.filter({ $0.table == table }).prefix(3) {
            try damaged.begin()
            var flipped = record
            flipped.stored[record.stored.count / 2] ^= 4
            try StoredRecords(inStore: damaged.path).change(put: [flipped])
            let salvaged = try damaged.salvage()
            #expect(damaged.unexplained(salvaged) == [])
            #expect(salvaged.names(record.key.hexadecimalText, in: table))
        }
    }
}
