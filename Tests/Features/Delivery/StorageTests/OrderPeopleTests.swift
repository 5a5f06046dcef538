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
@testable import StoreTools

/// Agents, and people who leave.
@Suite struct OrderPeopleTests {
    private let stage: DeliveryStage
    private var anna: UserNumber { stage.anna }
    private var ben: UserNumber { stage.ben }
    private var eva: UserNumber { stage.eva }

    init() throws {
        stage = try DeliveryStage()
    }

    @Test func whoIsNoAgentAnyMoreHasNothingInHand() throws {
        let (open, inHand, done) = (
            try stage.create("open"), try stage.create("in hand"), try stage.create("done")
        )
        try stage.accept(inHand)
        try stage.accept(done)
        try stage.complete(done)
        #expect(try stage.removeAgent(anna) == 1)
        #expect(try stage.orders(.open) == [inHand.number, open.number])
        #expect(
            try refusal { () throws(DomainError) in try stage.accept(open) } == .notAnAgent
        )
        #expect(
            try refusal { () throws(DomainError) in try stage.complete(inHand) } == .notYourOrder
        )
        #expect(
            try refusal { () throws(DomainError) in try stage.removeAgent(anna) } == .agentNotFound
        )
        // What was earned stays.
        #expect(try stage.cash(anna).total == 3_500)
        #expect(try stage.order(done)?.agent == anna)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func agentsAreListedAndKeepTheirTime() throws {
        let (anna, ben) = (anna, ben)
        let root = Operator(name: "root")
        let renamed = try stage.store.write { transaction throws(DomainError) in
            let id = transaction.userID(of: anna)
            let later = Context.at(.epoch.adding(seconds: 60))
            return try transaction.putAgent(id, name: "새 이름", by: root, later)
        }
        #expect(renamed.since == .epoch && renamed.name == "새 이름")
        for name in ["", " ", String(repeating: "가", count: 101)] {
            let refused = try refusal { () throws(DomainError) in
                try stage.store.write { transaction throws(DomainError) in
                    let id = transaction.userID(of: anna)
                    _ = try transaction.putAgent(id, name: name, by: root, .atEpoch)
                }
            }
            #expect(invalidField(refused) == "name")
        }
        let guest = try stage.store.guest()
        #expect(
            try refusal { () throws(DomainError) in
                try stage.store.write { transaction throws(DomainError) in
                    let id = transaction.userID(of: guest)
                    _ = try transaction.putAgent(id, name: "guest", by: root, .atEpoch)
                }
            } == .userNotFound
        )
        try stage.store.read { view throws(DomainError) in
            var (people, place) = ([UserNumber](), nil as UserNumber?)
            repeat {
                place = try view.visitAgents(behind: place, limit: 1) { agent in
                    people.append(agent.person)
                    return .next
                }
            } while place != nil
            #expect(people == [anna, ben])
        }
    }

    @Test func anAgentWhoGoesLeavesTheOrders() throws {
        let (done, inHand, released) = (
            try stage.create("done"), try stage.create("in hand"), try stage.create("released")
        )
        for order in [done, inHand, released] { try stage.accept(order) }
        try stage.complete(done)
        try stage.release(released, reason: "of anna")
        let kept = try stage.create("kept")
        try stage.accept(kept, by: ben)
        try stage.store.removeAndErase(anna)
        #expect(try stage.order(done)?.status == .completed)
        #expect(try stage.order(done)?.agent == .nobody)
        #expect(try stage.order(inHand)?.status == .open)
        #expect(try stage.order(inHand)?.takenAt == nil)
        #expect(try stage.orders(.open) == [released.number, inHand.number])
        #expect(try stage.orders(of: ben, .inProgress) == [kept.number])
        #expect(try stage.events(released).map(\.kind) == [.opened])
        #expect(try stage.events(inHand).map(\.kind) == [.opened, .released])
        #expect(try stage.events(done).map(\.kind) == [.opened])
        try stage.store.read { view throws(DomainError) in
            #expect(try view.agent(anna) == nil)
        }
        #expect(try stage.accept(inHand, by: ben).agent == ben)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func whomAnOrderIsForTakesAlongWhereItGoes() throws {
        let (open, inHand, done) = (
            try stage.create("open", for: eva), try stage.create("in hand", for: eva),
            try stage.create("done", for: eva)
        )
        let others = try stage.create("others", for: ben)
        for order in [inHand, done] { try stage.accept(order, stage.after(1)) }
        try stage.complete(done, stage.after(2))
        try stage.store.removeAndErase(eva)
        #expect(try stage.orders(.cancelled) == [open.number])
        #expect(try stage.order(open)?.closedAt == .epoch)
        #expect(try stage.order(done)?.status == .completed)
        #expect(try stage.orders(of: anna, .inProgress) == [inHand.number])
        #expect(try stage.events(open).map(\.kind) == [.opened, .cancelled])
        #expect(try stage.events(inHand).map(\.kind) == [.opened, .taken])
        #expect(try stage.events(done).map(\.kind) == [.opened, .taken, .completed])
        try stage.store.read { view throws(DomainError) in
            for order in [open, inHand, done] {
                #expect(try view.details(of: order) == nil)
                #expect(try view.order(order.id)?.shopper == .nobody)
            }
            #expect(try view.details(of: others) == .sample())
        }
        #expect(try stage.shown(inHand, to: anna).isOwn)
        // Who carries it to the door is paid all the same, and once.
        for _ in 0..<2 { try stage.complete(inHand, stage.after(3)) }
        #expect(try stage.cash(anna, stage.after(3)).total == 7_000)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func aPoolGoesOnceItsOrdersAreOver() throws {
        let (done, cancelled) = (try stage.create("done", for: eva), try stage.create("cancelled"))
        let (root, north) = (Operator(name: "root"), CollectionName(stored: "north"))
        let remove = { () throws(DomainError) in
            try stage.store.write { transaction throws(DomainError) in
                try transaction.removePool(named: north, by: root, .atEpoch)
            }
        }
        #expect(try refusal(remove) == .poolInUse)
        try stage.accept(done)
        try stage.cancel(cancelled)
        #expect(try refusal(remove) == .poolInUse)
        try stage.complete(done)
        try remove()
        #expect(try refusal(remove) == .collectionNotFound)
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            #expect(try stage.order(done)?.pool == north)
            #expect(try stage.orders(of: anna, .completed) == [done.number])
            #expect(try stage.store.findings().isEmpty)
        }
        try stage.store.reopen()
        // Another pool of the name has nothing of it.
        try stage.store.write { transaction throws(DomainError) in
            _ = try transaction.makeCollection(named: north, of: .pools, by: root, .atEpoch)
        }
        #expect(try stage.orders(.completed).isEmpty && stage.feed().isEmpty)
        // Who goes is taken off what is over there as well.
        for person in [anna, eva] { try stage.store.removeAndErase(person) }
        #expect(try stage.order(done)?.agent == .nobody && stage.order(done)?.shopper == .nobody)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func allThatConcernsSomebodyIsVisitedOnce() throws {
        var numbers: Set<UInt64> = []
        for number in 0..<3 {
            let mine = try stage.create("mine \(number)", for: anna)
            let ridden = try stage.create("ridden \(number)")
            try stage.accept(ridden)
            if number > 0 { try stage.complete(ridden) }
            numbers.formUnion([mine.number, ridden.number])
        }
        let passed = try stage.create("passed")
        try stage.accept(passed)
        try stage.release(passed)
        let anna = anna
        try stage.store.read { view throws(DomainError) in
            var (seen, place) = ([UInt64](), nil as Sequence?)
            repeat {
                place = try view.visitOrders(concerning: anna, before: place, limit: 2) { order in
                    seen.append(order.number)
                    return .next
                }
            } while place != nil
            #expect(seen.count == 6 && Set(seen) == numbers)
            var events: [OrderEventKind] = []
            place = nil
            repeat {
                place = try view.visitEvents(with: anna, behind: place, limit: 1) { _, event in
                    events.append(event.kind)
                    return .next
                }
            } while place != nil
            #expect(
                events == [.taken, .taken, .completed, .taken, .completed, .taken, .released]
            )
        }
    }
}
