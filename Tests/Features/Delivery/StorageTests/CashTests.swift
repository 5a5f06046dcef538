import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage
import RuleTestSupport
import Testing

@testable import Records
@testable import Storage

/// Cash that orders bring, and how it is paid out.
@Suite struct CashTests {
    private let stage: DeliveryStage
    private var anna: UserNumber { stage.anna }
    private let terms = DeliveryTerms(withdrawalDays: 7)
    private let week: Int64 = 7 * 86_400

    init() throws {
        stage = try DeliveryStage()
        for number in 0..<2 {
            let order = try stage.create("\(number)", fee: 5_000)
            try stage.accept(order)
            try stage.complete(order)
        }
    }

    private func request(
        _ amount: Int64,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Withdrawal {
        let (anna, terms) = (anna, terms)
        return try stage.store.write { transaction throws(DomainError) in
            let caller = Identity.account(anna)
            return try transaction.requestWithdrawal(of: amount, by: caller, terms, context)
                .withdrawal
        }
    }

    private func resolve(
        _ number: UInt64,
        _ resolution: Resolution,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Withdrawal {
        try stage.store.write { transaction throws(DomainError) in
            let root = Operator(name: "root")
            return try transaction.resolveWithdrawal(number, resolution, by: root, context)
        }
    }

    private func listed(
        pendingOnly: Bool = false,
        _ context: Context = .atEpoch
    ) throws -> [Withdrawal] {
        try stage.store.read { view throws(DomainError) in
            var (found, place) = ([Withdrawal](), nil as Sequence?)
            repeat {
                let page = try view.withdrawals(
                    pendingOnly: pendingOnly,
                    before: place,
                    limit: 2,
                    context
                )
                found += page.withdrawals
                place = page.next
            } while place != nil
            return found
        }
    }

    @Test func whatIsAskedForIsHeld() throws {
        let held = try request(4_000)
        #expect(held.person == anna && held.amount == 4_000 && held.status == .pending)
        #expect(held.requestedAt == .epoch && held.deadline == .epoch.adding(seconds: week))
        #expect(try stage.cash(anna) == Balance(total: 10_000, pending: 4_000))
        #expect(
            try refusal { () throws(DomainError) in try request(6_001) }
                == .insufficientBalance(missing: 1)
        )
        #expect(try request(6_000).status == .pending)
        #expect(try stage.cash(anna).available == 0)
        #expect(try listed().map(\.amount) == [6_000, 4_000])
        #expect(try stage.store.ledgerProblems().isEmpty)
    }

    @Test func amountsHaveTheirLimits() throws {
        #expect(try refusal { () throws(DomainError) in try request(-1) } == .negativeValue)
        let most = DomainLimits.transferAmountMax
        for amount in [0, most + 1, .max] {
            #expect(
                try refusal { () throws(DomainError) in try request(amount) }
                    == .amountOutOfRange(maximum: Int(most))
            )
        }
        #expect(try request(1).amount == 1)
    }

    @Test func anOperatorPaysAllOrAPartOrGivesItBack() throws {
        let (all, part, none) = (try request(1_000), try request(2_000), try request(3_000))
        for _ in 0..<2 {
            #expect(try resolve(all.transfer, .post(nil)).paid == 1_000)
            let paid = try resolve(part.transfer, .post(500))
            #expect(paid.status == .paid && paid.paid == 500)
            #expect(try resolve(none.transfer, .void).status == .voided)
        }
        #expect(try stage.cash(anna) == Balance(total: 8_500, pending: 0))
        #expect(
            try refusal { () throws(DomainError) in try resolve(all.transfer, .void) }
                == .transferNotPending(state: "posted")
        )
        #expect(
            try refusal { () throws(DomainError) in
                let later = try request(100)
                return try resolve(later.transfer, .post(101))
            } == .amountOutOfRange(maximum: 100)
        )
        #expect(try listed(pendingOnly: true).map(\.amount) == [100])
        #expect(try listed().map(\.status) == [.pending, .voided, .paid, .paid])
        try stage.store.read { view throws(DomainError) in
            #expect(try view.balance(of: .app(.withdrawn, .cash), .atEpoch).total == 1_500)
        }
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func whatNobodyPaysLapses() throws {
        let held = try request(4_000)
        let justBefore = Context.at(held.deadline.adding(milliseconds: -1))
        let end = Context.at(held.deadline)
        #expect(try listed(justBefore).map(\.status) == [.pending])
        #expect(try listed(end).map(\.status) == [.lapsed])
        #expect(try listed(pendingOnly: true, end).isEmpty)
        #expect(try stage.cash(anna, end) == Balance(total: 10_000, pending: 0))
        #expect(
            try refusal { () throws(DomainError) in try resolve(held.transfer, .post(nil), end) }
                == .transferNotPending(state: "lapsed")
        )
        _ = try stage.store.write { transaction throws(DomainError) in
            try transaction.endWhatIsOver(end, recordCountMax: 100)
        }
        #expect(try listed(end).map(\.status) == [.lapsed])
        #expect(try request(10_000, end).status == .pending)
        #expect(try stage.store.ledgerProblems().isEmpty)
    }

    @Test func whatIsNoWithdrawalIsNotResolved() throws {
        let earned = try #require(try stage.store.statement(of: .own(anna, .cash)).first)
        let spent = try stage.store.post(
            100,
            from: .own(anna, .cash),
            to: .app(.spent, .cash),
            until: .epoch.adding(seconds: 60)
        )
        for number in [earned.transfer.number, spent.number, 999] {
            #expect(
                try refusal { () throws(DomainError) in try resolve(number, .void) }
                    == .transferNotFound
            )
        }
        #expect(try listed().isEmpty)
    }

    @Test func twentyWithdrawalsWaitAtMost() throws {
        let limit = DomainLimits.withdrawalsPendingMax
        var first: Withdrawal?
        for _ in 0..<limit {
            let held = try request(1)
            first = first ?? held
        }
        #expect(
            try refusal { () throws(DomainError) in try request(1) }
                == .withdrawalLimitReached(limit: limit)
        )
        let number = try #require(first).transfer
        _ = try resolve(number, .post(nil))
        #expect(try request(1).status == .pending)
        // What is over holds nobody up.
        #expect(try request(1, .at(.epoch.adding(seconds: week))).status == .pending)
    }

    @Test func whoLeavesForfeitsWhatWasHeld() throws {
        let held = try request(4_000)
        try stage.store.removeAndErase(anna)
        let found = try #require(try listed().first)
        #expect(found.transfer == held.transfer && found.person == .nobody)
        #expect(found.status == .voided)
        #expect(
            try refusal { () throws(DomainError) in try resolve(held.transfer, .post(nil)) }
                == .transferNotPending(state: "voided")
        )
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    private func listed(_ context: Context) throws -> [Withdrawal] {
        try listed(pendingOnly: false, context)
    }
}
