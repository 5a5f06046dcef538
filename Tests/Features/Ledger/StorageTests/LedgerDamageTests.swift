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
        let person = anna.holder
        try store.write { transaction throws(DomainError) in
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

    private func erase(_ person: UserNumber) throws {
        try store.write { transaction throws(DomainError) in
            try transaction.remove(person, at: .epoch)
            try transaction.eraseAll(recordCountMax: 20)
        }
    }

    /// What is in them all depend on: they are mended, four by what their newest entries say, and
    /// the fifth, which has no statement, by what all others have.
    @Test(arguments: [0..<4, 4..<5])
    func accountsOfTheApplicationHoldUpNobody(places: Range<Int>) throws {
        let carl = LedgerAccount.own(try store.account("carl"), .points)
        try fill()
        try store.post(7, from: issued, to: carl)
        try erase(carl.holder)
        _ = try end()
        let later = day.adding(seconds: 3 * 86_400)
        // issued, spent, lapsed and forfeited; and erased.
        try store.damage(Schema.ledgerAccounts.id) { places.contains($0) }
        try store.post(5, from: issued, to: anna, lapsing: later)
        try store.post(6, from: issued, to: ben)
        try store.post(1, from: ben, to: spent)
        let ended = try store.write { transaction throws(DomainError) in
            try transaction.endWhatIsOver(.at(later.lotEnd), recordCountMax: 1_000)
        }
        #expect(ended.lotCount == 1)
        try erase(ben.holder)
        #expect(try store.statement(of: .app(.forfeited, .points)).map(\.balance) == [12, 7])
        let problems = try store.ledgerProblems()
        #expect(problems == [])
        #expect(try store.findings().isEmpty)
    }

    /// What is held for somebody comes back also where the other account cannot be read, and the
    /// other account is what its transfers make then.
    @Test(arguments: [false, true])
    func toWhomItWasToGoHoldsUpNobody(_ isSpending: Bool) throws {
        try fill()
        try store.post(30, from: anna, to: ben, until: day)
        try store.damage(Schema.ledgerAccounts.id) { $0 == 3 }
        let (account, moment) = (anna, Context.at(day.adding(milliseconds: -1)))
        let late = Context.at(day)
        let balances = try store.read { view throws(DomainError) in
            [try view.balance(of: account, moment), try view.balance(of: account, late)]
        }
        #expect(balances == [Balance(total: 100, pending: 40), Balance(total: 100, pending: 0)])
        if isSpending {
            try store.post(3, from: issued, to: anna)
            let spent = spent
            try store.write { transaction throws(DomainError) in
                let move = try Move(.spend, 3, from: account, to: spent)
                try transaction.post(move, reference: nil, late)
            }
        }
        #expect(try end().pendingCount == (isSpending ? 1 : 3))
        #expect(try store.ledgerProblems().isEmpty)
    }

    /// The end of what is pending stands in both statements.
    @Test(arguments: [Schema.ledgerAccounts.id, Schema.lots.id, Schema.holds.id])
    func whoGoesVoidsAlsoWhatIsForSomebodyDamaged(table: TableID) throws {
        try fill()
        let pending = try store.post(30, from: anna, to: ben, until: day)
        let place = table == Schema.ledgerAccounts.id ? 3 : table == Schema.holds.id ? 1 : 0
        try store.damage(table) { $0 == place }
        try erase(anna.holder)
        let entry = try #require(try store.statement(of: ben).first)
        #expect(entry.transfer.kind == .void && entry.transfer.earlier == pending.number)
        #expect(try store.ledgerProblems().isEmpty)
        #expect(try store.findings().isEmpty)
    }

    /// Nothing that finds anything has the number of who is gone.
    @Test(arguments: [Schema.lots.id, Schema.holds.id])
    func nothingLeadsToTheDamagedRecordsOfWhoIsGone(table: TableID) throws {
        try store.post(5, from: issued, to: anna, lapsing: day.adding(seconds: 86_400))
        try fill()
        try store.damage(table) { $0 == 0 }
        try erase(anna.holder)
        for table in [Schema.lots.id, Schema.lotEnds.id, Schema.holds.id, Schema.holdEnds.id] {
            #expect(try store.count(of: table) == 1, "\(table.name)")
        }
        #expect(try store.ledgerProblems().isEmpty)
    }

    @Test func aProofTellsWhatCannotBeReadAndGoesOn() throws {
        for (amount, person) in [(10, ben), (5, anna), (1, anna)] as [(Int64, LedgerAccount)] {
            try store.post(amount, from: issued, to: person)
        }
        try store.post(1, from: anna, to: spent, until: day)
        try store.post(1, from: issued, to: ben)
        try store.damage(Schema.transfers.id) { $0 == 1 }
        #expect(try store.ledgerProblems() == ["transfer 2: it cannot be read"])
        try store.damage(Schema.ledgerAccounts.id) { $0 == 3 }
        try store.damage(Schema.holds.id) { $0 == 0 }
        #expect(
            try Set(store.ledgerProblems()) == [
                "transfer 2: it cannot be read",
                "\(store.name(of: ben)): not all that is stored of it can be read",
                "transfer 4: not all that is stored of it can be read",
            ]
        )
    }
}
