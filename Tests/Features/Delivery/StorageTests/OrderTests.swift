import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import LedgerRules
import LedgerStorage
import RuleTestSupport
import Testing

@testable import DeliveryStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Orders and their one winner, over a store.
@Suite struct OrderTests {
    private let stage: DeliveryStage
    private var anna: UserNumber { stage.anna }
    private var ben: UserNumber { stage.ben }
    private var eva: UserNumber { stage.eva }

    init() throws {
        stage = try DeliveryStage()
    }

    private func refused<Value>(
        _ body: () throws(DomainError) -> Value
    ) throws -> Refusal {
        try refusal { () throws(DomainError) in _ = try body() }
    }

    @Test func anOrderHasOneWinner() throws {
        let order = try stage.create()
        #expect(order.status == .open && order.agent == .nobody)
        let taken = try stage.accept(order, stage.after(1))
        #expect(taken.status == .inProgress && taken.agent == anna)
        #expect(taken.takenAt == .epoch.adding(seconds: 1))
        #expect(
            try refused { () throws(DomainError) in try stage.accept(order, by: ben) }
                == .orderTaken
        )
        // Who has it may ask again.
        #expect(try stage.accept(order, stage.after(2)) == taken)
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            #expect(try stage.order(order) == taken)
            #expect(try stage.orders(.inProgress) == [order.number])
            #expect(try stage.orders(.open).isEmpty)
            #expect(try stage.orders(of: anna, .inProgress) == [order.number])
            #expect(try stage.orders(of: ben, .inProgress).isEmpty)
        }
        #expect(try stage.events(order).map(\.kind) == [.opened, .taken])
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whoIsNoAgentTakesNone() throws {
        let order = try stage.create()
        #expect(
            try refused { () throws(DomainError) in try stage.accept(order, by: eva) }
                == .notAnAgent
        )
        let guest = Identity(
            session: SessionKey(user: try stage.store.guest(), number: 1),
            kind: .guest
        )
        #expect(
            try refused { () throws(DomainError) in
                try stage.store.write { transaction throws(DomainError) in
                    try transaction.accept(order.id, by: guest, .atEpoch)
                }
            } == .accountRequired
        )
        let foreign = OrderID(OpaqueID(high: 1, low: 2))
        let anna = anna
        #expect(
            try refused { () throws(DomainError) in
                try stage.store.write { transaction throws(DomainError) in
                    try transaction.accept(foreign, by: .account(anna), .atEpoch)
                }
            } == .orderNotFound
        )
        #expect(try stage.orders(.open) == [order.number])
    }

    @Test func completingPaysOnceInTheSameChange() throws {
        let order = try stage.create(fee: 3_500)
        #expect(
            try refused { () throws(DomainError) in try stage.complete(order) }
                == .notYourOrder
        )
        try stage.accept(order)
        #expect(
            try refused { () throws(DomainError) in try stage.complete(order, by: ben) }
                == .notYourOrder
        )
        let done = try stage.complete(order, stage.after(9))
        #expect(done.status == .completed && done.closedAt == .epoch.adding(seconds: 9))
        #expect(try stage.complete(order, stage.after(10)) == done)
        #expect(try stage.cash(anna).total == 3_500 && stage.cash(ben).total == 0)
        let entries = try stage.store.statement(of: .own(anna, .cash))
        #expect(entries.map(\.change) == [3_500])
        #expect(entries.map(\.transfer.subject) == [order.number])
        #expect(
            try refused { () throws(DomainError) in try stage.accept(order, by: ben) }
                == .orderClosed(status: "completed")
        )
        #expect(
            try refused { () throws(DomainError) in try stage.cancel(order) }
                == .orderClosed(status: "completed")
        )
        #expect(
            try refused { () throws(DomainError) in try stage.release(order) }
                == .orderNotInProgress(status: "completed")
        )
        #expect(try stage.cash(anna).total == 3_500)
        #expect(try stage.events(order).map(\.kind) == [.opened, .taken, .completed])
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func anOrderOfNoFeeMovesNothing() throws {
        let order = try stage.create(fee: 0)
        try stage.accept(order)
        try stage.complete(order)
        #expect(try stage.store.statement(of: .own(anna, .cash)).isEmpty)
    }

    @Test func aBalanceThatWouldBeTooMuchLeavesTheOrderInHand() throws {
        let order = try stage.create(fee: 2)
        try stage.accept(order)
        let limit = DomainLimits.balanceMax
        let own = LedgerAccount.own(anna, .cash)
        try stage.store.write { transaction throws(DomainError) in
            for account in [own, .app(.issued, .cash)] {
                var state = AccountState()
                state.balance = account == own ? limit - 1 : -limit + 1
                try transaction.put(state, of: account)
            }
        }
        #expect(
            try refused { () throws(DomainError) in try stage.complete(order) }
                == .balanceOutOfRange(maximum: Int(limit))
        )
        #expect(try stage.order(order)?.status == .inProgress)
        #expect(try stage.events(order).map(\.kind) == [.opened, .taken])
    }

    @Test func cancellingAndCompletingExcludeEachOther() throws {
        let open = try stage.create("open")
        #expect(try stage.cancel(open, reason: "closed").status == .cancelled)
        #expect(try stage.cancel(open).status == .cancelled)
        #expect(
            try refused { () throws(DomainError) in try stage.accept(open) }
                == .orderClosed(status: "cancelled")
        )
        let inHand = try stage.create("in hand")
        try stage.accept(inHand)
        try stage.cancel(inHand)
        #expect(
            try refused { () throws(DomainError) in try stage.complete(inHand) }
                == .orderNotInProgress(status: "cancelled")
        )
        #expect(try stage.cash(anna).total == 0)
        #expect(try stage.orders(.cancelled) == [inHand.number, open.number])
        let last = try #require(try stage.events(open).last)
        #expect(last.kind == .cancelled && last.operatorName == "root" && last.reason == "closed")
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anOrderIsGivenBackWithinItsTimeAlone() throws {
        let order = try stage.create()
        let terms = DeliveryTerms(releaseSeconds: 60)
        try stage.accept(order, stage.after(100))
        #expect(
            try refused { () throws(DomainError) in
                try stage.release(order, DeliveryTerms(), stage.after(100))
            } == .releaseWindowOver(seconds: 0)
        )
        #expect(
            try refused { () throws(DomainError) in
                try stage.release(order, terms, stage.after(160))
            } == .releaseWindowOver(seconds: 60)
        )
        #expect(
            try refused { () throws(DomainError) in
                try stage.release(order, by: ben, terms, stage.after(100))
            } == .notYourOrder
        )
        let long = String(repeating: "가", count: 1_001)
        #expect(
            invalidField(
                try refused { () throws(DomainError) in
                    try stage.release(order, reason: long, terms, stage.after(100))
                }
            ) == "release_reason"
        )
        let justBefore = Context.at(.epoch.adding(milliseconds: 159_999))
        let released = try stage.release(order, reason: "flat tyre", terms, justBefore)
        #expect(released.status == .open && released.agent == .nobody)
        #expect(released.takenAt == nil)
        #expect(try stage.orders(.open) == [order.number])
        #expect(try stage.orders(of: anna, .inProgress).isEmpty)
        let last = try #require(try stage.events(order).last)
        #expect(last.kind == .released && last.agent == anna && last.reason == "flat tyre")
        #expect(last.operatorName.isEmpty)
        #expect(try stage.accept(order, by: ben, stage.after(200)).agent == ben)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func operatorsGiveOrdersToOthersAndBack() throws {
        let order = try stage.create()
        #expect(try stage.reassign(order, to: ben).agent == ben)
        #expect(try stage.reassign(order, to: ben).agent == ben)
        let given = try stage.reassign(order, to: anna, stage.after(5))
        #expect(given.agent == anna && given.takenAt == .epoch.adding(seconds: 5))
        #expect(
            try refused { () throws(DomainError) in try stage.complete(order, by: ben) }
                == .notYourOrder
        )
        #expect(
            try refused { () throws(DomainError) in try stage.reassign(order, to: eva) }
                == .agentNotFound
        )
        #expect(try stage.reassign(order, to: nil).status == .open)
        #expect(try stage.reassign(order, to: nil).status == .open)
        #expect(
            try stage.events(order).map(\.kind) == [.opened, .taken, .released, .taken, .released]
        )
        #expect(try stage.events(order).map(\.agent) == [.nobody, ben, ben, anna, anna])
        try stage.cancel(order)
        #expect(
            try refused { () throws(DomainError) in try stage.reassign(order, to: ben) }
                == .orderClosed(status: "cancelled")
        )
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anAgentHasTwentyOrdersInHand() throws {
        let limit = DomainLimits.ordersInHandMax
        var orders: [Order] = []
        for number in 0...limit { orders.append(try stage.create("\(number)")) }
        for order in orders.prefix(limit) { try stage.accept(order) }
        let last = orders[limit]
        #expect(
            try refused { () throws(DomainError) in try stage.accept(last) }
                == .orderLimitReached(limit: limit)
        )
        #expect(
            try refused { () throws(DomainError) in try stage.reassign(last, to: anna) }
                == .orderLimitReached(limit: limit)
        )
        try stage.complete(orders[0])
        try stage.accept(last)
        #expect(try stage.orders(of: anna, .inProgress).count == limit)
        #expect(try stage.orders(.inProgress) == orders.dropFirst().reversed().map(\.number))
    }

    @Test func anOrderIsMadeOnceForEachReference() throws {
        let order = try stage.create("a", fee: 100)
        #expect(try stage.create("a", fee: 100) == order)
        try stage.accept(order)
        #expect(try stage.create("a", fee: 100).status == .inProgress)
        #expect(
            try refused { () throws(DomainError) in try stage.create("a", fee: 101) }
                == .referenceReused
        )
        #expect(
            try refused { () throws(DomainError) in try stage.create("a", fee: 100, for: eva) }
                == .referenceReused
        )
        #expect(try stage.create("b", fee: 100).number == order.number + 1)
    }

    @Test func whoSeesWhat() throws {
        let order = try stage.create(for: eva)
        let details = try OrderDetails.sample()
        #expect(try stage.shown(order, to: anna) == ShownOrder(order))
        #expect(try stage.shown(order, to: eva).details == details)
        try stage.accept(order)
        let toAgent = try stage.shown(order, to: anna)
        #expect(toAgent.isOwn && toAgent.details == details && toAgent.agentName.isEmpty)
        let toOther = try stage.shown(order, to: ben)
        #expect(!toOther.isOwn && toOther.details == nil && toOther.agentName.isEmpty)
        let toShopper = try stage.shown(order, to: eva)
        #expect(!toShopper.isOwn && toShopper.details == details)
        #expect(toShopper.agentName == "rider \(anna.rawValue)")
        try stage.complete(order)
        let afterwards = try stage.shown(order, to: anna)
        #expect(afterwards.isOwn && afterwards.details == nil)
        try stage.store.read { view throws(DomainError) in
            #expect(try view.order(order.id, for: .account(eva)).order.status == .completed)
            #expect(try view.order(order.id, for: .account(ben)).details == nil)
        }
        #expect(
            try refused { () throws(DomainError) in
                let fay = try stage.store.account("fay")
                return try stage.store.read { view throws(DomainError) in
                    try view.order(order.id, for: .account(fay))
                }
            } == .notAnAgent
        )
    }

    @Test func theFeedTellsOfEachOrderAsItIs() throws {
        let first = try stage.create("first")
        let second = try stage.create("second")
        #expect(try stage.feed() == [.opened(first), .opened(second)])
        let taken = try stage.accept(first)
        #expect(try stage.feed() == [.opened(second), .taken(taken)])
        let released = try stage.release(first)
        #expect(try stage.feed() == [.opened(second), .released(released)])
        let cancelled = try stage.cancel(second)
        #expect(try stage.feed() == [.released(released), .closed(cancelled)])
        try stage.accept(first)
        let completed = try stage.complete(first)
        #expect(try stage.feed() == [.closed(cancelled), .closed(completed)])
        #expect(try stage.store.findings().isEmpty)
    }
}
