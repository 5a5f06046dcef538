import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import LedgerRules
import LedgerStorage
import RuleTestSupport
import StorageEngine
import Testing

@testable import DeliveryStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Where an order went is forgotten when its days are over.
@Suite struct OrderDaysTests {
    private let stage: DeliveryStage
    private let midnight = Instant.epoch.toTheDay.adding(seconds: 86_400)
    private var day: UInt32 { midnight.dayNumber }

    init() throws {
        stage = try DeliveryStage()
    }

    private func moment(_ seconds: Int64) -> Context { .at(midnight.adding(seconds: seconds)) }

    /// Forgets in pieces what was closed before a day; answers how many pieces that took.
    @discardableResult
    private func forget(before day: UInt32, recordCountMax: Int = 10) throws -> Int {
        var (count, isLeft) = (0, true)
        while isLeft {
            isLeft = try stage.store.write { transaction throws(DomainError) in
                try transaction.forgetOrders(closedBefore: day, recordCountMax: recordCountMax)
            }
            count += 1
        }
        return count
    }

    private func details(_ order: Order) throws -> OrderDetails? {
        try stage.store.read { view throws(DomainError) in try view.details(of: order) }
    }

    private func isNeeded(before day: UInt32) throws -> Bool {
        try stage.store.read { view throws(DomainError) in try view.hasOrders(closedBefore: day) }
    }

    private func close(_ reference: String, _ seconds: Int64) throws -> Order {
        let order = try stage.create(reference, for: stage.eva)
        try stage.accept(order, moment(seconds))
        return try stage.complete(order, moment(seconds))
    }

    @Test func whereOrdersWentGoesWhenTheirDaysAreOver() throws {
        // Up to the last moment of a day, and from the first one of the next on.
        let (last, first) = (try close("last", -1), try close("first", 0))
        let cancelled = try stage.create("cancelled")
        try stage.cancel(cancelled, reason: "비가 옵니다")
        let (open, inHand) = (try stage.create("open"), try stage.create("in hand"))
        try stage.accept(inHand)
        try forget(before: day - 1)
        for order in [last, first, cancelled] { #expect(try details(order) != nil) }
        try forget(before: day)
        for order in [last, cancelled] { #expect(try details(order) == nil) }
        for order in [first, open, inHand] { #expect(try details(order) != nil) }
        #expect(try stage.events(cancelled).map(\.kind) == [.opened, .cancelled])
        #expect(try stage.events(cancelled).map(\.reason) == ["", ""])
        #expect(try stage.events(cancelled).last?.operatorName == "root")
        // What all may know of it stays, and what it paid.
        let outline = try #require(try stage.order(last))
        #expect(outline == last && outline.shopper == stage.eva)
        #expect(try stage.cash(stage.anna, moment(1)).total == 7_000)
        #expect(try !isNeeded(before: day))
        #expect(try isNeeded(before: day + 1))
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            #expect(try stage.store.ledgerProblems().isEmpty)
            #expect(try stage.store.findings().isEmpty)
        }
    }

    @Test func anOrderOfManyReasonsGoesInSteps() throws {
        let orders = [try stage.create("a"), try stage.create("b")]
        for order in orders {
            for number in 0..<20 {
                try stage.accept(order)
                try stage.release(order, reason: "reason \(number)")
            }
            try stage.cancel(order, reason: "why")
        }
        // Each has 42 events, of which a piece goes through ten or so.
        #expect(try forget(before: day) > 8)
        for order in orders {
            let events = try stage.events(order)
            #expect(events.count == 42 && events.allSatisfy { $0.reason.isEmpty })
            #expect(events.count { $0.agent == stage.anna } == 40)
            #expect(try details(order) == nil)
        }
        #expect(try !isNeeded(before: day))
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whatIsForgottenIsNotComparedAndGoesOn() throws {
        let order = try close("done", -1)
        let open = try stage.create("open")
        let (place, wrong) = (DayEntry(day - 1, order.number), DayEntry(day - 1, open.number))
        try stage.store.write { transaction throws(DomainError) in
            // A damaged entry leads to an order that is not over.
            try transaction.put(KeyRow(wrong), in: Schema.ordersByClosingDay)
            #expect(try transaction.contains(place.storedKey, in: Schema.ordersByClosingDay.id))
        }
        try forget(before: day)
        #expect(try details(open) != nil)
        // The same order again is answered with what there is of it, and another one refused.
        let again = try stage.create("done", for: stage.eva, moment(1))
        #expect(again == order)
        #expect(
            try refusal { () throws(DomainError) in
                _ = try stage.create("done", fee: 1, for: stage.eva, moment(1))
            } == .referenceReused
        )
        try stage.store.removeAndErase(stage.eva)
        #expect(try stage.order(order)?.shopper == .nobody)
        #expect(try stage.store.findings().isEmpty)
    }
}
