import AccountStorage
import Domain
import LedgerRules
import Testing

@testable import LedgerStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// A damaged record costs what it says, and holds up nothing of anybody else.
@Suite struct LedgerDamageTests {
    private let store: TestStore
    private let anna: LedgerAccount
    private let ben: LedgerAccount
    private let issued = LedgerAccount.app(.issued, .points)
    private let spent = LedgerAccount.app(.spent, .points)
    private let day = Instant.epoch.adding(seconds: 86_400)

    init() throws {
        store = try TestStore()
        anna = .own(try store.account("anna"), .points)
        ben = .own(try store.account("ben"), .points)
    }

    /// Ends what is over a day later; answers how much did.
    private func end() throws -> (isLeft: Bool, pendingCount: Int, lotCount: Int) {
        let moment = day.lotEnd
        return try store.write { transaction throws(DomainError) in
            try transaction.endWhatIsOver(.at(moment), recordCountMax: 1_000)
        }
    }

    /// What anna and ben get and what each spends, so that both have held amounts and lots.
    private func fill() throws {
        for person in [anna, ben] {
            try store.post(100, from: issued, to: person, lapsing: day)
            try store.post(10, from: person, to: spent, until: day)
        }
    }

    /// Each time the record is anna's: behind two accounts of the application.
    @Test(arguments: [(Schema.holds.id, 0), (Schema.lots.id, 0), (Schema.ledgerAccounts.id, 2)])
    func whatIsDamagedHoldsUpNobodyElsesEnd(table: TableID, place: Int) throws {
        try fill()
        try store.damage(table) { $0 == place }
        let ended = try end()
        #expect(!ended.isLeft)
        #expect(try store.statement(of: ben).first?.balance == 0)
        #expect(try !end().isLeft)
    }

    @Test func aPendingTransferThatIsDamagedHoldsUpNoOther() throws {
        try fill()
        // anna's.
        try store.damage(Schema.transfers.id) { $0 == 1 }
        #expect(try end().pendingCount == 1)
        #expect(try store.statement(of: ben).first?.balance == 0)
    }

    /// Its number is known by its key; whatever it moved, the balances have it.
    @Test func aLastTransferThatIsDamagedStopsNobody() throws {
        try fill()
        try store.damage(Schema.transfers.id) { $0 == 3 }
        try store.post(5, from: ben, to: spent)
        #expect(try store.statement(of: ben).first?.balance == 95)
        let last = try store.read { view throws(DomainError) in try view.lastTransfer() }
        #expect(last?.number == 5)
    }

    @Test func anEndWithoutItsLotComesToAnEnd() throws {
        try fill()
        let (account, day) = (anna, day)
        try store.write { transaction throws(DomainError) in
            let key = LotPlace(AccountPlace(account), day.keyNumber).storedKey
            try transaction.delete(key, in: Schema.lots.id)
        }
        let ended = try end()
        #expect(!ended.isLeft && ended.lotCount > 0)
        #expect(try store.statement(of: ben).first?.balance == 0)
    }

    @Test(
        arguments: [
            Schema.holds.id, Schema.lots.id, Schema.ledgerAccounts.id, Schema.statements.id,
        ]
    )
    func whoGoesIsHeldUpByNoDamage(table: TableID) throws {
        try fill()
        try store.damage(table) { _ in true }
        // The balances of the application are to be read by all that moves anything.
        let (issued, spent, person) = (issued, spent, anna.holder)
        try store.write { transaction throws(DomainError) in
            if table == Schema.ledgerAccounts.id {
                let issuedState = AccountState(balance: -200, entryCount: 2)
                try transaction.put(issuedState, of: issued)
                try transaction.put(AccountState(entryCount: 2), of: spent)
            }
            try transaction.remove(person, at: .epoch)
            try transaction.eraseAll(recordCountMax: 3)
        }
        let accounts = try store.read { view throws(DomainError) in
            try view.accounts(of: person)
        }
        #expect(accounts.isEmpty)
        #expect(try store.statement(of: anna).isEmpty)
        #expect(try store.statement(of: ben).count == (table == Schema.statements.id ? 0 : 2))
    }
}
