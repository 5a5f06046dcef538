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

/// People who are going, and what is damaged of orders.
@Suite struct OrderErasureTests {
    private let stage: DeliveryStage
    private var anna: UserNumber { stage.anna }
    private var ben: UserNumber { stage.ben }
    private var eva: UserNumber { stage.eva }

    init() throws {
        stage = try DeliveryStage()
    }

    /// The numbers of all orders that concern somebody, as an export has them.
    private func orders(concerning person: UserNumber) throws -> [UInt64] {
        try stage.store.read { view throws(DomainError) in
            var (numbers, place) = ([UInt64](), nil as Sequence?)
            repeat {
                place = try view.visitOrders(concerning: person, before: place, limit: 1) { order in
                    numbers.append(order.number)
                    return .next
                }
            } while place != nil
            return numbers
        }
    }

    @Test func whoIsRemovedIsNoAgentBeforeTheErasure() throws {
        let (inHand, open) = (try stage.create("in hand", for: eva), try stage.create("open"))
        try stage.accept(inHand)
        #expect(try !stage.shown(inHand, to: eva).agentName.isEmpty)
        let anna = anna
        try stage.store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        #expect(try stage.shown(inHand, to: eva).agentName.isEmpty)
        #expect(
            try refusal { () throws(DomainError) in _ = try stage.reassign(open, to: anna) }
                == .agentNotFound
        )
        #expect(
            try refusal { () throws(DomainError) in _ = try stage.removeAgent(anna) }
                == .agentNotFound
        )
        try stage.store.write { transaction throws(DomainError) in try transaction.eraseAll() }
        #expect(try stage.orders(.open) == [open.number, inHand.number])
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whoIsRemovedHidesWhereTheOrderGoesBeforeTheErasure() throws {
        let order = try stage.create(for: eva)
        try stage.accept(order)
        #expect(try stage.shown(order, to: anna).details != nil)
        let eva = eva
        try stage.store.write { transaction throws(DomainError) in
            try transaction.remove(eva, at: .epoch)
        }
        #expect(try stage.shown(order, to: anna).details == nil)
    }

    @Test func whatComesBackWithoutWhereItGoesIsCancelled() throws {
        let orders = try ["a", "b", "c", "d"].map { try stage.create($0, for: eva) }
        for order in orders { try stage.accept(order) }
        let kept = try stage.create("kept")
        try stage.accept(kept)
        try stage.store.removeAndErase(eva)
        #expect(try stage.release(orders[0]).status == .cancelled)
        #expect(try stage.reassign(orders[1], to: nil).status == .cancelled)
        // To give it to somebody who knows the way is the operator's to decide.
        #expect(try stage.reassign(orders[2], to: ben).agent == ben)
        try stage.store.removeAndErase(ben)
        #expect(try stage.order(orders[2])?.status == .cancelled)
        #expect(try stage.order(orders[2])?.agent == .nobody)
        #expect(try stage.removeAgent(anna) == 2)
        #expect(try stage.orders(.open) == [kept.number])
        #expect(try stage.orders(.cancelled).count == 4)
        let kinds = [OrderEventKind.opened, .taken, .released, .cancelled]
        #expect(try stage.events(orders[0]).map(\.kind) == kinds)
        #expect(try stage.events(orders[3]).map(\.kind) == kinds)
        #expect(try stage.events(orders[3]).last?.operatorName == "root")
        #expect(try stage.store.findings().isEmpty)
    }

    /// A store that lost its last orders gives their numbers to others, which are paid as well.
    @Test func anOrderOfTheNumberOfALostOneIsPaid() throws {
        let lost = try stage.create("lost")
        try stage.accept(lost)
        try stage.complete(lost)
        try stage.store.write { transaction throws(DomainError) in
            for place in 1...3 as ClosedRange<UInt64> {
                try transaction.delete(at: EventPlace(lost.number, place), in: Schema.orderEvents)
            }
            try transaction.delete(at: lost.number, in: Schema.orderDetails)
            try transaction.delete(at: lost.number, in: Schema.orders)
        }
        try stage.store.reopen()
        let order = try stage.create("next", stage.after(60))
        #expect(order.number == lost.number)
        try stage.accept(order, stage.after(61))
        try stage.complete(order, stage.after(62))
        #expect(try stage.cash(anna, stage.after(62)).total == 7_000)
    }

    @Test func whatSomebodyOrdersAndCarriesOutIsVisitedOnce() throws {
        let (own, done) = (try stage.create("own", for: anna), try stage.create("done", for: anna))
        try stage.accept(own)
        try stage.accept(done)
        try stage.complete(done)
        #expect(try orders(concerning: anna).sorted() == [own.number, done.number])
        try stage.store.removeAndErase(anna)
        #expect(try stage.order(own)?.status == .cancelled)
        #expect(try stage.order(done)?.status == .completed)
        for order in [own, done] {
            #expect(try stage.order(order)?.agent == .nobody)
            #expect(try stage.order(order)?.shopper == .nobody)
        }
        #expect(try stage.store.findings().isEmpty)
    }

    /// Somebody may take one order and give it back for ever, and a page stays a page.
    @Test func whatHappenedToOneOrderComesInPages() throws {
        let order = try stage.create("again and again")
        for _ in 0..<3 {
            try stage.accept(order)
            try stage.release(order)
        }
        try stage.accept(try stage.create("another"))
        let anna = anna
        try stage.store.read { view throws(DomainError) in
            var (kinds, sizes, place) = ([OrderEventKind](), [Int](), nil as Sequence?)
            repeat {
                var size = 0
                place = try view.visitEvents(with: anna, behind: place, limit: 2) { _, event in
                    kinds.append(event.kind)
                    size += 1
                    return .next
                }
                sizes.append(size)
            } while place != nil
            #expect(sizes == [2, 2, 2, 1])
            let round = [OrderEventKind.taken, .released]
            #expect(kinds == round + round + round + [.taken])
        }
    }

    @Test func aPlaceWithoutRoomLeadsBehindItsOrder() {
        let ordinary = EventPlace(sealed: EventPlace(7, 12).sealed)
        #expect(ordinary.order == 7 && ordinary.number == 12)
        for number in [1 << 24 - 1, 1 << 24, .max] as [UInt64] {
            let place = EventPlace(sealed: EventPlace(7, number).sealed)
            #expect(place.order == 7 && place.number == .max)
        }
    }

    @Test func aDamagedEntryTakesNothingFromOthers() throws {
        let order = try stage.create(for: eva)
        try stage.accept(order, by: ben)
        let anna = anna
        try stage.store.write { transaction throws(DomainError) in
            let place = StatusPlace(.inProgress, order.number)
            let own = AgentOrderEntry(AgentOrderPlace(anna, place), order.number)
            try transaction.put(own, in: Schema.agentOrders)
            let ordered = ShopperOrderEntry(ShopperOrderPlace(anna, order.number), order.number)
            try transaction.put(ordered, in: Schema.shopperOrders)
        }
        try stage.store.removeAndErase(anna)
        let kept = try #require(try stage.order(order))
        #expect(kept.status == .inProgress && kept.agent == ben && kept.shopper == eva)
        #expect(try stage.shown(order, to: eva).details != nil)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anOrderThatCountsTooMuchIsDamagedAndStopsNothing() throws {
        let order = try stage.create(for: eva)
        try stage.store.write { transaction throws(DomainError) in
            guard let old = try transaction.row(at: order.number, in: Schema.orders) else {
                throw .dataLoss("there is none")
            }
            var row = old
            row.eventCount = .max
            try transaction.put(row, insteadOf: old, in: Schema.orders)
        }
        var isDamaged = false
        do throws(DomainError) {
            try stage.accept(order)
        } catch {
            if case .dataLoss = error { isDamaged = true }
        }
        #expect(isDamaged)
        // Nor does it hold up what an operator does about who has it.
        let (held, free) = (try stage.create("held"), try stage.create("free"))
        for order in [held, free] { try stage.accept(order, by: ben) }
        try stage.store.write { transaction throws(DomainError) in
            guard let old = try transaction.row(at: held.number, in: Schema.orders) else {
                throw .dataLoss("there is none")
            }
            var row = old
            row.eventCount = .max
            try transaction.put(row, insteadOf: old, in: Schema.orders)
        }
        #expect(try stage.removeAgent(ben) == 1)
        #expect(try stage.order(free)?.status == .open)
        #expect(try stage.order(held)?.agent == ben)
        // Nor whoever it is for.
        try stage.store.removeAndErase(eva)
        #expect(try stage.order(order)?.status == .cancelled)
        #expect(try stage.accept(try stage.create("b")).status == .inProgress)
    }
}
