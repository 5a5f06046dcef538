import AccountStorage
import Domain
import LedgerRules
import StorageEngine
import Testing

@testable import LedgerStorage
@testable import LogStoreTools
@testable import Records
@testable import Storage

/// What a salvage makes of the ledger of a damaged store.
@Suite struct LedgerSalvageTests {
    private let damaged: DamagedStore

    /// People with lots, held amounts and cash, of whom one is erased.
    init() throws {
        let store = try TestStore()
        let day = Instant.epoch.adding(seconds: 86_400)
        let issued = LedgerAccount.app(.issued, .points)
        let spent = LedgerAccount.app(.spent, .points)
        let people = try ["anna", "ben", "carl"].map { try store.account($0) }
        for person in people {
            let account = LedgerAccount.own(person, .points)
            try store.post(100, from: issued, to: account)
            try store.post(30, from: issued, to: account, lapsing: day)
            try store.post(20, from: issued, to: account, lapsing: day.adding(seconds: 86_400))
            try store.post(35, from: account, to: spent, until: day)
            try store.post(7, from: account, to: spent)
        }
        let (anna, ben, carl) = (people[0], people[1], people[2])
        try store.post(9, from: .app(.issued, .cash), to: .own(anna, .cash))
        try store.post(3, from: .own(ben, .points), to: .own(carl, .points), until: day)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(carl, at: .epoch)
            try transaction.eraseAll()
        }
        damaged = try DamagedStore(of: store)
    }

    /// Damages records of a copy, so that each says that.
    private func damage(_ isMeant: (StoredRecords.StoredRecord) -> Bool) throws {
        try damaged.begin()
        let flipped = damaged.records.all.filter(isMeant).map { record in
            var record = record
            record.stored[record.stored.count / 2] ^= 4
            return record
        }
        try StoredRecords(inStore: damaged.path).change(put: flipped)
    }

    private func records(of table: TableID, in records: StoredRecords) -> [String: [UInt8]] {
        records.all.filter { $0.table == table }.reduce(into: [:]) {
            $0[$1.key.hexadecimalText] = $1.stored
        }
    }

    /// Balances, numbers of entries, lots and what is held are what they were.
    @Test(
        arguments: [
            [Schema.ledgerAccounts.id], [Schema.lots.id], [Schema.holds.id],
            [Schema.ledgerAccounts.id, Schema.lots.id, Schema.holds.id, Schema.statements.id],
        ]
    )
    func whatAccountsHaveIsMadeAgainOfTransfers(tables: [TableID]) throws {
        try damage { tables.contains($0.table) }
        let salvaged = try damaged.salvage()
        for table in Schema.ofLedger.tables.map({ $0.id }) {
            let found = records(of: table, in: salvaged.records)
            #expect(found == records(of: table, in: damaged.records), "\(table.name)")
        }
        #expect(!salvaged.findings.contains { $0.outcome == .changed })
    }

    /// Each transfer but those that nothing follows is missed.
    @Test func whatTransfersDoNotTellIsNotTakenForSound() throws {
        let first = try #require(damaged.records.all.first { $0.table == Schema.transfers.id })
        try damage { $0.table == first.table && $0.key == first.key }
        let salvaged = try damaged.salvage()
        let told = salvaged.findings.filter { $0.outcome == .changed && $0.table.isEmpty }
        #expect(told.count == 1 && told[0].problem.contains("ledger verify"))
        #expect(salvaged.summary.hasLoss)
        for table in [Schema.ledgerAccounts.id, Schema.lots.id, Schema.holds.id] {
            let found = records(of: table, in: salvaged.records)
            #expect(found == records(of: table, in: damaged.records), "\(table.name)")
        }
    }

    /// Where accounts and transfers are lost, what is left of the statements goes on.
    @Test func anAccountIsMadeAgainByItsNewestTransfer() throws {
        let first = try #require(damaged.records.all.first { $0.table == Schema.transfers.id })
        let table = Schema.ledgerAccounts.id
        try damage { $0.table == table || $0.table == first.table && $0.key == first.key }
        let salvaged = try damaged.salvage()
        let after = records(of: table, in: salvaged.records)
        #expect(after == records(of: table, in: damaged.records))
    }
}
